/**
 * Keeps the hotel page usable offline. One program, registered twice: for /hotel, and for /vouchers/, so that a
 * voucher that is opened offline is checked on the phone. The list of files and its version are put in by the build.
 */
const FILES = self.__FILES__;
const CACHE = `ihc-hotel-${self.__VERSION__}`;
const PAGE = '/hotel';
/** If the network does not respond within this time, the stored page is shown instead of a white screen. */
const PAGE_MILLISECONDS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // Responses about bookings are never stored here.
  if (pathname.startsWith('/hotel/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname));
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(file(request));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
}

/** Removes the caches of older builds. The other registration of this program uses the same cache, so it stays. */
async function removeOld() {
  for (const name of await caches.keys())
    if (name.startsWith('ihc-hotel-') && name !== CACHE) await caches.delete(name);
}

/** Uses the network first, so that a new version is shown at once. */
async function page(request, pathname) {
  const isHotel = pathname === PAGE || pathname.startsWith(`${PAGE}/`);
  const isVoucher = /^\/vouchers\/IHC-\d{4}-\w{6}$/.test(pathname);
  const asked = fetch(request);
  if (!isHotel && !isVoucher) return asked;
  try {
    const response = await inTime(asked);
    if (isHotel && response.ok) await (await caches.open(CACHE)).put(PAGE, response.clone());
    return response;
  } catch {
    return (await caches.match(PAGE)) ?? asked;
  }
}

/** The names of built files contain a hash of their content, so a stored file is never out of date. */
async function file(request) {
  const stored = await caches.match(request);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

function inTime(asked) {
  return new Promise((resolve, reject) => {
    asked.then(resolve, reject);
    setTimeout(() => reject(new Error('too slow')), PAGE_MILLISECONDS);
  });
}
