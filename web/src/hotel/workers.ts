/** Lets the page open offline, and vouchers too. Only secure pages have service workers. */
export function registerWorkers(): void {
  if (!('serviceWorker' in navigator)) return;
  // Registration starts after the page is loaded, so that it does not delay the first screen on a slow connection. The
  // page waits for its font before this, so the load event may be over already.
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
