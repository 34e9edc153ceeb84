// Answers for the site when there is no network, with what its pages have asked to be kept. Each version of the site
// has a store of its own, so that no page is made of two.
const STORES = "ninevears-site-", STORE = `${STORES}{{ version }}`;
const address = (asked) => {
  const found = new URL(asked);
  found.search = found.hash = "";
  if (found.pathname.endsWith("/")) found.pathname += "index.html";
  return found.href;
};
async function keep(files) {
  const store = await caches.open(STORE);
  for (const file of files) {
    if (await store.match(file)) continue;
    const found = await fetch(file, { cache: "no-cache" });
    if (found.ok) await store.put(file, found);
  }
}
const earlier = async () => (await caches.keys()).filter((name) => name.startsWith(STORES) && name !== STORE);

// What an earlier version kept is kept of this one too, before it takes the place.
addEventListener("install", (event) => event.waitUntil((async () => {
  for (const name of await earlier()) await keep((await (await caches.open(name)).keys()).map(({ url }) => url));
  await skipWaiting();
})()));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await earlier()) await caches.delete(name);
  await clients.claim();
})()));
addEventListener("message", (event) => event.waitUntil((async () => {
  await keep(event.data);
  event.source.postMessage({ kept: true });
})()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  event.respondWith((async () => (await (await caches.open(STORE)).match(address(url))) ?? fetch(event.request))());
});
