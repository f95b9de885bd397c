import { CopyButton } from '../parts/copy-button.tsx';
import { Html } from './html.tsx';
import type { KeyedGroup, KeyedList } from './keyed-list.ts';
import { asMarkdown, useTicks } from './ticks.ts';
import { useDocsWords } from './words.ts';

/** A list whose items the reader can tick. The browser stores the ticks. */
export function Checklist({ list }: { list: KeyedList }) {
  const docs = useDocsWords();
  const { ticked, tick, clear } = useTicks();
  const keys = list.groups.flatMap(({ items }) => items.map(({ key }) => key));
  const done = keys.filter((key) => ticked.has(key)).length;
  return (
    <>
      <div className="checklist-bar">
        <progress value={done} max={keys.length} aria-label={docs.progress} />
        <strong aria-live="polite">{docs.done(done, keys.length)}</strong>
        <span className="checklist-actions">
          <CopyButton text={asMarkdown(list, ticked)} what={docs.asMarkdown} />
          <button type="button" className="quiet" onClick={() => print()}>
            {docs.print}
          </button>
          <button type="button" className="quiet" disabled={done === 0} onClick={clear}>
            {docs.clear}
          </button>
        </span>
      </div>
      {list.groups.map((group) => (
        <CheckGroup key={group.id} group={group} ticked={ticked} tick={tick} />
      ))}
    </>
  );
}

interface CheckGroupProps {
  group: KeyedGroup;
  ticked: Set<string>;
  tick: (key: string, isTicked: boolean) => void;
}

function CheckGroup({ group: { id, title, items }, ticked, tick }: CheckGroupProps) {
  const docs = useDocsWords();
  const done = items.filter(({ key }) => ticked.has(key)).length;
  return (
    <section>
      <h2 id={id} tabIndex={-1}>
        <a href={`#${id}`}>{title}</a> <small>{docs.of(done, items.length)}</small>
      </h2>
      <ul className="checklist">
        {items.map(({ key, html }) => (
          <li key={key} id={key} tabIndex={-1}>
            <input
              type="checkbox"
              id={`tick-${key}`}
              checked={ticked.has(key)}
              onChange={(event) => tick(key, event.target.checked)}
            />
            <label htmlFor={`tick-${key}`}>
              <Html html={html} />
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
