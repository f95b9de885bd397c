import type { en } from './i18n/en.ts';
import { useWords } from './i18n/language.tsx';

type Step = keyof typeof en.steps;
const STEPS: Step[] = ['search', 'priceCheck', 'prebook', 'book', 'voucher', 'cancel'];

/** The life of a booking as a picture, with the step one is at. */
export function Lifecycle({ at, notes = false }: { at?: Step; notes?: boolean }) {
  const words = useWords();
  const reached = at === undefined ? -1 : STEPS.indexOf(at);
  return (
    <ol className="lifecycle" aria-label={words.lifecycle}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < reached ? 'done' : index === reached ? 'now' : undefined}
          aria-current={index === reached ? 'step' : undefined}
        >
          <span className="dot" aria-hidden="true">
            {index + 1}
          </span>
          <strong>{words.steps[step]}</strong>
          {notes && <small>{words.stepNotes[step]}</small>}
        </li>
      ))}
    </ol>
  );
}
