/** Lets the page open without a line, and vouchers too. Only secure pages have service workers. */
export function registerWorkers(): void {
  if (!('serviceWorker' in navigator)) return;
  // After the page itself: on a slow line the first screen comes first.
  addEventListener('load', async () => {
    try {
      await navigator.serviceWorker.register('/hotel/sw.js', { scope: '/hotel' });
      await navigator.serviceWorker.register('/vouchers/sw.js', { scope: '/vouchers/' });
    } catch {
      // A browser may refuse. The page then works only with a line.
    }
  });
}
