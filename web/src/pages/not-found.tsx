import { useWords } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox } from '../parts/settings.ts';
import { useTitle } from '../parts/title.ts';

/**
 * The page for unknown addresses. Browsers that do not run scripts get a page with the same content from the server.
 */
export function NotFound() {
  const words = useWords();
  useTitle(words.notFound);
  return (
    <div className="not-found">
      <h1>{words.notFound}</h1>
      <p className="lead">{words.notFoundNote}</p>
      <p className="actions">
        <Link className="primary" href="/">
          {words.home}
        </Link>
        {isSandbox && (
          <Link className="secondary" href="/console">
            {words.console}
          </Link>
        )}
        <Link className="secondary" href="/reference">
          {words.reference}
        </Link>
        <Link className="secondary" href="/guides">
          {words.guides}
        </Link>
      </p>
    </div>
  );
}
