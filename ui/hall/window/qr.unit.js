/* The link to the present moment, as a code shows it or a reader types it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isOwnAddress, momentLink, typedAddress } from "./qr.js";

const LONG = `https://lab.test/train?lang=zh&text=own&own=${"aB3_-%E4%BD%A0".repeat(80)}`;

for (const [address, link] of [
  ["http://a/linked?mode=present&lang=en&step=3", "http://a/linked?lang=en&step=3"],
  ["http://a/?lang=zh&mode=present#x", "http://a/?lang=zh#x"],
  ["http://a/train?mode=present", "http://a/train"],
  ["http://a/b?text=%E4%BD%A0+%26&model=1", "http://a/b?text=%E4%BD%A0+%26&model=1"],
]) {
  test(`the link is the address without presenting: ${address}`, () => assert.equal(momentLink(address), link));
}

test("a computer's own addresses are known", () => {
  const own = ["localhost", "lab.localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "[::1]", "[::]"];
  const others = ["192.168.1.20", "lab.test", "localhost.lab.test", "127.lab.test", "[fe80::1]"];
  assert.deepEqual([...own, ...others].filter(isOwnAddress), own);
});

test("what one can type is the whole link or its page", () => {
  assert.equal(typedAddress("http://lab.test/linked?lang=en&step=151"), "lab.test/linked?lang=en&step=151");
  assert.equal(typedAddress(LONG), "lab.test/train");
});
