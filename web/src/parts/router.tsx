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

/** The part of the address after `#`: which operation of a page is meant. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}

export function navigate(to: string): void {
  history.pushState(null, '', to);
  scrollTo(0, 0);
  // Whoever listens to the page instead of looking at it is told that it is another one.
  document.querySelector<HTMLElement>('main')?.focus();
  for (const listener of listeners) listener();
}

/** Brings what a link points at into view, and the keyboard with it. */
export function moveTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'start' });
}

/** A link that changes the page without loading it; with a modifier key it is an ordinary link. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    // The browser scrolls to an anchor of the same page by itself.
    if (href.startsWith('#')) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
