import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useWords } from '../i18n/language.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { SearchIcon } from '../parts/icons.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';
import '../styles/search-button.css';

/** The dialog is loaded when it is first opened. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

/** Opens the search, also by Ctrl-K, ⌘-K and `/`. */
export function SearchButton() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  // A layout effect listens as soon as the button exists. Keys that are pressed before painting would be lost otherwise.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      setOpen((before) => (isWithModifier(event) ? !before : true));
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        className="search-button"
        // The label includes the visible shortcut. With voice control, people say the text that is on the button.
        aria-label={`${words.searchSite} ${SHORTCUT}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
        onPointerEnter={() => import('./search-dialog.tsx').catch(() => {})}
      >
        <SearchIcon /> <span>{words.searchSite}</span> <kbd>{SHORTCUT}</kbd>
      </button>
      {isOpen && (
        <ErrorBoundary fallback={<FailedDialog onClose={() => setOpen(false)} />}>
          <Suspense fallback={null}>
            <SearchDialog onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function FailedDialog({ onClose }: { onClose: () => void }) {
  const words = useWords();
  return (
    <Dialog title={words.searchSite} closeText={null} onClose={onClose} closesOutside>
      <LoadFailed />
    </Dialog>
  );
}

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

function isWithModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

/** Checks the position of the key too, because Arabic and Kurdish keyboards have other letters on K and `/`. */
function opensSearch(event: KeyboardEvent): boolean {
  const isArabic = /\p{Script=Arabic}/u.test(event.key);
  if (event.altKey) return false;
  if (isWithModifier(event))
    return !event.shiftKey && (event.key.toLowerCase() === 'k' || (isArabic && event.code === 'KeyK'));
  const isSlash = event.key === '/' || (isArabic && event.code === 'Slash' && !event.shiftKey);
  return isSlash && !isTyping(event.target) && document.querySelector('dialog[open]') === null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
