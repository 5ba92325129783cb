/* The whole site kept on the reader's machine, so that it opens without a network. A new version is another name: it is
   fetched beside the old one, which goes once the new one is whole. */

const VERSION = "{{ version }}";
const FILES = ["{{ files }}"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // subtle: a file that the browser kept of an older version would be kept on under the new name.
  const asked = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(asked)));
});

self.addEventListener("activate", (event) => {
  const dropOthers = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("bpe-lab") && name !== VERSION).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(dropOthers());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = async () => {
    const cache = await caches.open(VERSION);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(kept());
});
