import { useEffect, useRef } from 'react';
import { findCode, GROUPS } from '../errors/catalogue.ts';
import { ErrorArticle } from '../errors/error-article.tsx';
import { ErrorList } from '../errors/error-list.tsx';
import { useCatalogue } from '../errors/use-catalogue.ts';
import { useErrorWords } from '../errors/words.ts';
import { useWords } from '../i18n/language.tsx';
import { Callout } from '../parts/callout.tsx';
import { Link } from '../parts/router.tsx';
import { SideMenu } from '../parts/side-menu.tsx';
import { useTitle } from '../parts/title.ts';
import '../styles/errors.css';

/** The catalogue of error codes, or the page of one code. `code` is the code as it is written in the address. */
export function ErrorsPage({ code }: { code: string | null }) {
  return code === null ? <AllCodes asked={null} /> : <OneCode asked={code} />;
}

function AllCodes({ asked }: { asked: string | null }) {
  const { errors } = useWords();
  const words = useErrorWords();
  useTitle(asked === null ? errors : words.unknown);
  return (
    <div className="errors">
      <h1>{asked === null ? errors : words.unknown}</h1>
      {asked !== null && (
        <Callout tone="warn">
          <p>
            <code dir="ltr">{asked}</code> {words.unknownNote}
          </p>
        </Callout>
      )}
      <p className="lead">
        {words.intro} <Link href="/guides/errors">{words.howErrorsWork}</Link>
      </p>
      <ErrorList />
    </div>
  );
}

function OneCode({ asked }: { asked: string }) {
  const words = useErrorWords();
  const { errors } = useWords();
  const catalogue = useCatalogue();
  const page = findCode(catalogue, asked);
  useTitle(page?.code ?? words.unknown);
  // A link may contain the code in lower case. The page corrects the address bar, because readers copy the address.
  useEffect(() => {
    if (page !== undefined && page.code !== asked)
      history.replaceState(null, '', `/errors/${page.code}${location.hash}`);
  }, [page, asked]);
  const menu = useRef<HTMLDivElement>(null);
  // This effect scrolls only the menu. `scrollIntoView` would also scroll the page.
  useEffect(() => {
    const side = menu.current?.querySelector('.side');
    const current = side?.querySelector<HTMLElement>(`[href="/errors/${page?.code}"]`);
    if (side == null || current == null) return;
    const { top, bottom } = current.getBoundingClientRect();
    const frame = side.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) side.scrollTop += top - frame.top - side.clientHeight / 2;
  }, [page?.code]);
  if (page === undefined) return <AllCodes asked={asked.slice(0, 100)} />;
  return (
    <div className="errors one wide" ref={menu}>
      <SideMenu key={page.code} label={errors} current={page.code}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h2>{words.groups[group]![0]}</h2>
            {catalogue
              .filter((one) => one.group === group)
              .map(({ code }) => (
                <Link
                  key={code}
                  href={`/errors/${code}`}
                  aria-current={code === page.code ? 'page' : undefined}
                >
                  <bdi>{code}</bdi>
                </Link>
              ))}
          </section>
        ))}
      </SideMenu>
      <ErrorArticle page={page} />
    </div>
  );
}
