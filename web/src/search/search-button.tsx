import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useWords } from '../i18n/language.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { SearchIcon } from '../parts/icons.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';
import '../styles/search.css';
import '../styles/search-button.css';

/** The content of the dialog is loaded when the dialog is first opened. */
const SearchContent = lazy(async () => ({ default: (await import('./search-content.tsx')).SearchContent }));

/** A button that opens the search. Ctrl-K, ⌘-K and `/` open it too. */
export function SearchButton() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const close = () => {
    setOpen(false);
    setQuery('');
  };
  // A layout effect adds the listener before the button is painted. With an ordinary effect, a key that the reader
  // presses immediately after painting could be lost.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      setOpen((before) => (isWithModifier(event) ? !before : true));
      setQuery('');
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        className="search-button"
        // People with voice control say the text that they see on the button. So the label contains the visible
        // shortcut.
        aria-label={`${words.searchSite} ${SHORTCUT}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
        onPointerEnter={() => import('./search-content.tsx').catch(() => {})}
      >
        <SearchIcon /> <span>{words.searchSite}</span> <kbd>{SHORTCUT}</kbd>
      </button>
      {isOpen && (
        <Dialog title={words.searchSite} closeText={null} onClose={close} closesOutside className="search">
          <ErrorBoundary fallback={<LoadFailed />}>
            <Suspense fallback={<FirstField query={query} onType={setQuery} />}>
              <SearchContent query={query} onType={setQuery} onClose={close} />
            </Suspense>
          </ErrorBoundary>
        </Dialog>
      )}
    </>
  );
}

/**
 * A temporary field that is shown while the content of the dialog is loading. Without this field, letters that the
 * reader types would be lost.
 */
function FirstField({ query, onType }: { query: string; onType: (query: string) => void }) {
  const words = useWords();
  return (
    <>
      <div className="search-field">
        <SearchIcon />
        <input
          type="text"
          aria-label={words.searchSite}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          value={query}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      <p className="search-nothing" role="status">
        {words.loading}
      </p>
    </>
  );
}

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

function isWithModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

/**
 * Also checks the position of the key, because the keys K and `/` type other letters on Arabic and Kurdish keyboards.
 */
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
