/* The link to the present moment, as a page's address has it, and a QR code of it as one path. lean-qr makes that
   (https://github.com/davidje13/lean-qr). */

/*! lean-qr, Copyright (c) 2021-2025 David Evans, MIT License. Permission is hereby granted, free of charge, to any person obtaining a copy of this software
and associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above
copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
import { generate } from "lean-qr";

const LONGEST_TYPED = 60;

/** Readers see it as a page, not presented.
    @param {string} address */
export function momentLink(address) {
  const [, before, query = "", hash = ""] = /** @type {RegExpMatchArray} */ (address.match(/^([^?#]*)(?:\?([^#]*))?(#.*)?$/));
  const kept = query.split("&").filter((pair) => pair && !/^mode(=|$)/.test(pair)).join("&");
  return before + (kept ? `?${kept}` : "") + hash;
}

/** Whether only this very computer has the address: a phone that asked for it would ask itself.
    @param {string} hostname */
export const isOwnAddress = (hostname) => /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);

/** What one can type: all of a short link, else where its page is.
    @param {string} link */
export function typedAddress(link) {
  const short = link.replace(/^https?:\/\//, "");
  return short.length <= LONGEST_TYPED ? short : short.replace(/[?#].*$/, "");
}

/** What the largest code holds, in bytes (ISO/IEC 18004, version 40-L). */
export const MOST_BYTES = 2953;
const QUIET = 4; // modules around it that the standard leaves white

/** `{side, path, modules}` in modules, the quiet zone included in the side; nothing where it is too long.
    @param {string} text */
export function codeOf(text) {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return undefined;
  const bitmap = generate(text);
  return { modules: bitmap.size, side: bitmap.size + 2 * QUIET, path: pathOf(bitmap) };
}

/** Runs of black modules, row by row. */
function pathOf(bitmap) {
  let path = "";
  for (let y = 0; y < bitmap.size; y++) {
    for (let x = 0; x < bitmap.size; x++) {
      if (!bitmap.get(x, y)) continue;
      const first = x;
      while (bitmap.get(x, y)) x++;
      path += `M${first + QUIET} ${y + QUIET}h${x - first}v1H${first + QUIET}z`;
    }
  }
  return path;
}
