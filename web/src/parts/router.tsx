import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The part of the address after `#`. It identifies an element of the page. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}

/** The part of the address from `?`. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

export function navigate(to: string): void {
  history.pushState(null, '', to);
  scrollTo(0, 0);
  // Screen readers announce the new page when its content gets the focus.
  document.querySelector<HTMLElement>('main')?.focus();
  for (const listener of listeners) listener();
}

/** Changes the address of this page without a new entry in the browser history. */
export function replaceAddress(to: string): void {
  history.replaceState(null, '', to);
  for (const listener of listeners) listener();
}

/** Moves the focus to the target of a link on a page, and scrolls to this element if it is not fully visible. */
export function moveTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  // The bar at the top covers this many pixels of the page.
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (top < covered || bottom > innerHeight) element.scrollIntoView({ block: 'start' });
}

/**
 * A link that opens a page of this site without a reload. If a modifier key is pressed, the browser handles the click.
 */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    // The browser itself scrolls to an anchor of the same page.
    if (href.startsWith('#')) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
