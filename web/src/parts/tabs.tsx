import type { KeyboardEvent } from 'react';

interface TabsProps<Name extends string> {
  label: string;
  /** The id of the element that shows the content of the chosen tab. This element has `role="tabpanel"`. */
  controls: string;
  names: readonly Name[];
  wordOf?: (name: Name) => string;
  chosen: Name;
  choose: (name: Name) => void;
  /** Use `line` for the parts of a whole page, and `pill` inside a panel. */
  look?: 'pill' | 'line';
}

/**
 * A row of tabs. The chosen tab decides which view is shown. Arrow keys move between the tabs. The Tab key moves to the
 * content.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, controls, names, wordOf, chosen, choose, look = 'pill' } = props;
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = nextIndex(event, names.indexOf(chosen), names.length);
    if (index === null) return;
    event.preventDefault();
    choose(names[index]!);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[index]!.focus();
  };
  return (
    <div
      className={look === 'line' ? 'tabs line' : 'tabs'}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      tabIndex={-1}
    >
      {names.map((name) => {
        const word = wordOf?.(name) ?? name;
        return (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={controls}
            tabIndex={name === chosen ? 0 : -1}
            data-word={word}
            onClick={() => choose(name)}
          >
            {word}
          </button>
        );
      })}
    </div>
  );
}

/**
 * The tab to which an arrow key, Home or End moves. Null for other keys. On a right-to-left page, the left arrow key
 * moves forward.
 */
function nextIndex(event: KeyboardEvent<HTMLElement>, index: number, count: number): number | null {
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === forward) return (index + 1) % count;
  if (event.key === back) return (index - 1 + count) % count;
  if (event.key === 'Home') return 0;
  return event.key === 'End' ? count - 1 : null;
}
