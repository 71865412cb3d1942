// The service worker of the site. It keeps all files, so the page opens without a network. The build adds FILES, and
// VERSION, which changes with any of them.

const NAME = `alfil-${VERSION}`;

addEventListener('install', (event) => {
  // Files of an older version may be in the cache of the browser, so it asks the host whether they still hold. Those that the page
  // has just loaded are not sent again.
  const requests = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('alfil-') && name !== NAME) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(drop());
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const kept = async () => (await (await caches.open(NAME)).match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(kept());
});
