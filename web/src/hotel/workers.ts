/** Lets the page open offline, and vouchers too. Only secure pages have service workers. */
export function registerWorkers(): void {
  if (!('serviceWorker' in navigator)) return;
  // After the page itself: on a slow line the first screen comes first. The page waits for its font first, so it may
  // be loaded already, and the event would not come any more.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/hotel/sw.js', { scope: '/hotel' });
    await navigator.serviceWorker.register('/vouchers/sw.js', { scope: '/vouchers/' });
  } catch {
    // A browser may refuse. The page then works only online.
  }
}
