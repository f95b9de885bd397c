/**
 * Registers the service workers, so that the hotel page and vouchers open offline. Only secure pages have service
 * workers.
 */
export function registerWorkers(): void {
  if (!('serviceWorker' in navigator)) return;
  // Registration starts after the page is loaded, so that it does not delay the first screen on a slow connection. The
  // page calls this function after it has waited for its font, so the load event may already have happened.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/hotel/sw.js', { scope: '/hotel' });
    await navigator.serviceWorker.register('/vouchers/sw.js', { scope: '/vouchers/' });
  } catch {
    // If the browser refuses the service workers, the page does not work without a connection.
  }
}
