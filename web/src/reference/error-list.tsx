import { Link } from '../parts/router.tsx';
import { AnchorLink } from './anchor-link.tsx';
import type { ErrorCase } from './entry.ts';
import { Said } from './text.tsx';
import { useReferenceWords } from './words.ts';

/** The errors of an operation by status, each code with a link to its page. */
export function ErrorList({ errors, target }: { errors: ErrorCase[]; target: string | null }) {
  const words = useReferenceWords();
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return (
    <section className="ref-part">
      <h2>{words.errors}</h2>
      <p className="hint">
        {words.errorsNote} <Link href="/reference#errors">{words.topics.errors.title}</Link>
      </p>
      {statuses.map((status) => (
        <section key={status} id={`response.${status}`} tabIndex={-1} className="error-status">
          <h3>
            {status} <AnchorLink anchor={`response.${status}`} name={status} />
          </h3>
          <ul>
            {errors
              .filter((one) => one.status === status)
              .map(({ code, text }) => (
                <ErrorItem key={code} status={status} code={code} text={text} target={target} />
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function ErrorItem({ status, code, text, target }: ErrorCase & { target: string | null }) {
  if (code === null)
    return (
      <li>
        <Said text={text} />
      </li>
    );
  const anchor = `response.${status}.${code}`;
  return (
    <li id={anchor} tabIndex={-1} className={anchor === target ? 'ref-target' : undefined}>
      <Link href={`/errors/${code}`}>
        <code dir="ltr">{code}</code>
      </Link>{' '}
      <span>
        <Said text={text} />
      </span>
    </li>
  );
}
