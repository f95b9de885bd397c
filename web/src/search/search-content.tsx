import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../i18n/language.tsx';
import { CloseIcon, SearchIcon } from '../parts/icons.tsx';
import { navigate } from '../parts/router.tsx';
import { type Group, grouped } from './groups.ts';
import { useFind } from './load-index.ts';
import { recentlyOpened, rememberOpened, type Shown } from './recent.ts';
import { ResultList, type ShownGroup } from './result-list.tsx';
import { useSuggested } from './suggested.ts';
import { useSearchWords } from './words.ts';

interface SearchContentProps {
  /** The text that the reader has typed. It includes the letters that were typed while this component was loading. */
  query: string;
  onType: (query: string) => void;
  onClose: () => void;
}

/**
 * The content of the search dialog: a field with a list of results. The focus stays in the field; arrow keys choose a
 * result.
 */
export function SearchContent({ query, onType, onClose }: SearchContentProps) {
  const words = useSearchWords();
  const { language } = useLanguage();
  const find = useFind();
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const results = useMemo(() => (typeof find === 'function' ? find(query) : []), [find, query]);
  const groups = useGroups(query, grouped(results));
  const options = groups.flatMap(({ results: some }) => some);
  const field = useRef<HTMLInputElement>(null);
  // While this component was loading, the dialog showed a temporary field. The text of the temporary field is now in
  // this field, and the cursor moves to the end of the text.
  useLayoutEffect(() => {
    const { length } = field.current!.value;
    field.current!.focus();
    field.current!.setSelectionRange(length, length);
  }, []);
  // The back button changes the page below the dialog, so the dialog must close.
  useEffect(() => {
    addEventListener('popstate', onClose);
    return () => removeEventListener('popstate', onClose);
  }, [onClose]);

  const open = (option: Shown) => {
    rememberOpened(language, option);
    // The dialog returns the focus when it closes. The new page must take the focus after the dialog has closed.
    flushSync(onClose);
    navigate(option.href);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + options.length) % options.length);
    }
    const option = options[chosen];
    // While an input method composes a word, Enter ends the word and must not open a result.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || option === undefined) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) window.open(option.href, '_blank', 'noopener');
    else open(option);
  };
  const isTyped = query.trim() !== '';
  return (
    <>
      <div className="search-field">
        <SearchIcon />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={words.title}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          placeholder={words.placeholder}
          value={query}
          onChange={(event) => {
            onType(event.target.value);
            setChosen(0);
          }}
          onKeyDown={pressed}
        />
        <button type="button" className="quiet dialog-close" aria-label={words.close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <p className="unseen" role="status">
        {isTyped && typeof find === 'function' ? words.count(options.length) : ''}
      </p>
      {isTyped && options.length === 0 && (
        <div className="search-nothing">
          {typeof find === 'function' ? (
            <>
              <p>{words.nothing(query.trim())}</p>
              <p className="hint">{words.nothingHint}</p>
            </>
          ) : (
            <p>{find === 'loading' ? words.loading : words.failed}</p>
          )}
        </div>
      )}
      <ResultList id={id} groups={groups} chosen={chosen} choose={setChosen} open={open} />
      <p className="search-keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.move}
        </span>
        <span>
          <kbd>↵</kbd> {words.open}
        </span>
        <span>
          <kbd>esc</kbd> {words.close}
        </span>
      </p>
    </>
  );
}

/**
 * Returns the groups to show: the results of the query or, before the reader types, recently opened results and
 * suggestions.
 */
function useGroups(query: string, found: Group[]): ShownGroup[] {
  const words = useSearchWords();
  const { language } = useLanguage();
  const suggested = useSuggested();
  const recent = useMemo(() => recentlyOpened(language), [language]);
  if (query.trim() !== '') return found.map(({ kind, results }) => ({ name: words.kinds[kind], results }));
  const others = suggested.filter(({ href }) => !recent.some((one) => one.href === href));
  return [
    { name: words.recent, results: recent },
    { name: words.suggested, results: others },
  ].filter(({ results }) => results.length > 0);
}
