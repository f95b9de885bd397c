import { type MouseEvent, useEffect, useRef } from 'react';
import type { Found } from './find.ts';
import { excerptOf, markedPieces } from './marks.ts';
import type { Shown } from './recent.ts';

/** Only the results of a search have a text and marked words. Recently opened results and suggestions have no text. */
type Option = Shown & Partial<Pick<Found, 'text' | 'terms'>>;

export interface ShownGroup {
  name: string;
  results: Option[];
}

interface ResultListProps {
  id: string;
  groups: ShownGroup[];
  chosen: number;
  choose: (option: number) => void;
  open: (option: Shown) => void;
}

export function ResultList({ id, groups, chosen, choose, open }: ResultListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new results may move the chosen one.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, groups]);
  const clicked = (event: MouseEvent, option: Option) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(option);
  };
  let number = 0;
  return (
    <div
      className="search-results"
      role="listbox"
      id={`${id}-list`}
      ref={list}
      aria-label={groups[0]?.name ?? ''}
    >
      {groups.map(({ name, results }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of list options are allowed; a fieldset in a list is not.
        <div key={name} role="group" aria-labelledby={`${id}-group-${group}`}>
          <div className="search-group" id={`${id}-group-${group}`} role="presentation">
            {name}
          </div>
          {results.map((option) => {
            const at = number;
            number += 1;
            return (
              <a
                key={option.href}
                id={`${id}-${at}`}
                className={`search-result found-${option.kind}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === chosen}
                href={option.href}
                onClick={(event) => clicked(event, option)}
                onMouseMove={() => at !== chosen && choose(at)}
              >
                <Result option={option} />
              </a>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Names of the API are left-to-right in every language. */
const IS_NAME = /^[\x20-\x7e]+$/;

function Result({ option: { kind, title, under, text = '', terms = [] } }: { option: Option }) {
  const isCode = kind === 'error' || kind === 'field';
  return (
    <>
      <span className="search-title">
        <bdi className={isCode ? 'search-code' : undefined}>
          <Marked text={title} terms={terms} />
        </bdi>
        {under !== '' && (
          <bdi className="search-under" dir={IS_NAME.test(under) ? 'ltr' : undefined}>
            <Marked text={under} terms={terms} />
          </bdi>
        )}
      </span>
      {text !== '' && (
        <span className="search-text" dir="auto">
          <Marked text={excerptOf(text, terms)} terms={terms} />
        </span>
      )}
    </>
  );
}

function Marked({ text, terms }: { text: string; terms: string[] }) {
  return markedPieces(text, terms).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
    piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
