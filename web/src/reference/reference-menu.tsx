import { useEffect, useId, useRef, useState } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import type { MenuGroup } from './entry.ts';
import { preload } from './load.ts';
import { Method } from './method.tsx';
import { plainText, Said } from './text.tsx';
import { useReferenceWords } from './words.ts';

/** The list of operations beside the page. On a phone, a button opens the list. */
export function ReferenceMenu({ groups, current }: { groups: MenuGroup[]; current: string | null }) {
  const words = useReferenceWords();
  const { language } = useLanguage();
  const [open, setOpen] = useState(false);
  const id = useId();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current entry changes.
  useEffect(() => keepInView(list.current!), [current]);
  const entries = groups.flatMap(({ tags }) => tags.flatMap((tag) => tag.entries));
  const entry = entries.find((one) => one.id === current);
  return (
    <div className="reference-side">
      <button
        type="button"
        className="menu-toggle reference-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{words.menu}</span>{' '}
        <strong>{entry === undefined ? words.introduction : <Said text={entry.summary} />}</strong>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link also causes a click. */}
      <nav
        id={id}
        ref={list}
        aria-label={words.menu}
        className={open ? 'open' : undefined}
        onClick={(event) => (event.target as Element).closest('a') !== null && setOpen(false)}
      >
        <Link href="/reference" aria-current={current === null ? 'page' : undefined}>
          <span>{words.introduction}</span>
        </Link>
        {groups.map((group) => (
          <section key={plainText(group.name)}>
            <h2>
              <Said text={group.name} />
            </h2>
            {group.tags.map((tag) => (
              <section key={plainText(tag.name)}>
                <h3>
                  <Said text={tag.name} />
                </h3>
                <ul>
                  {tag.entries.map((one) => (
                    <li key={one.id}>
                      <Link
                        href={`/reference/${one.id}`}
                        aria-current={one.id === current ? 'page' : undefined}
                        onPointerEnter={() => preload(language, one.id)}
                        onFocus={() => preload(language, one.id)}
                      >
                        <Said text={one.summary} /> <Method entry={one} short />
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </section>
        ))}
      </nav>
    </div>
  );
}

/** Scrolls the list, not the page. */
function keepInView(list: HTMLElement): void {
  const current = list.querySelector('[aria-current]');
  if (current === null) return;
  const [item, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (item.top < frame.top || item.bottom > frame.bottom)
    list.scrollTop += item.top - frame.top - list.clientHeight / 3;
}
