import { useWords } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import { OPERATIONS, type Step } from './operations.ts';

const STEPS: Step[] = ['search', 'priceCheck', 'prebook', 'book', 'voucher', 'cancel'];

interface LifecycleProps {
  /** The page with the operations; empty on that page itself. */
  base: '' | '/console' | '/reference';
  at?: Step;
  notes?: boolean;
}

/** The life of a booking, with the current step. Each step links to its operation. */
export function Lifecycle({ base, at, notes = false }: LifecycleProps) {
  const words = useWords();
  const reached = at === undefined ? -1 : STEPS.indexOf(at);
  return (
    <ol className="lifecycle" aria-label={words.lifecycle}>
      {STEPS.map((step, index) => (
        <li key={step} className={index < reached ? 'done' : index === reached ? 'now' : undefined}>
          <Link
            href={`${base}#${OPERATIONS.find((operation) => operation.step === step)!.id}`}
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className="dot" aria-hidden="true">
              {index + 1}
            </span>
            <strong>{words.steps[step]}</strong>
          </Link>
          {notes && <small>{words.stepNotes[step]}</small>}
        </li>
      ))}
    </ol>
  );
}
