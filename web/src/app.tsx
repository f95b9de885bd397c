import { lazy, Suspense, useEffect } from 'react';
import { LANGUAGES, useLanguage } from './i18n/language.tsx';
import { Landing } from './pages/landing.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Choices } from './parts/choices.tsx';
import { Link, usePath } from './parts/router.tsx';
import { isSandbox, settings } from './parts/settings.ts';

/** Each page is loaded when first opened, so that the first load stays small. */
const Console = lazy(async () => ({ default: (await import('./pages/console.tsx')).ConsolePage }));
const Guides = lazy(async () => ({ default: (await import('./pages/guides.tsx')).GuidesPage }));
const Reference = lazy(async () => ({ default: (await import('./pages/reference.tsx')).ReferencePage }));

export function App() {
  const { words } = useLanguage();
  const path = usePath();
  useEffect(() => {
    // A guide sets its own title once it is loaded.
    if (path.startsWith('/guides')) return;
    const names: Record<string, string> = { '/console': words.console, '/reference': words.reference };
    const name = path === '/' ? null : (names[path] ?? words.notFound);
    document.title = name === null ? words.name : `${name} · ${words.name}`;
  }, [path, words]);
  return (
    <>
      <button type="button" className="skip" onClick={skipToContent}>
        {words.skip}
      </button>
      <TopBar path={path} />
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<p className="hint">{words.loading}</p>}>
          <Page path={path} />
        </Suspense>
      </main>
      <footer className="foot">
        <span>
          {words.release} <bdi>v{settings.version}</bdi>
        </span>
        <span>{isSandbox ? words.sandbox : words.production}</span>
      </footer>
    </>
  );
}

/** A button, not a link: the part of the address after `#` selects an operation of the page. */
function skipToContent(): void {
  document.querySelector('main')!.focus();
}

function Page({ path }: { path: string }) {
  if (path === '/') return <Landing />;
  if (path === '/console' && isSandbox) return <Console />;
  if (path === '/reference') return <Reference />;
  if (path === '/guides' || path.startsWith('/guides/')) return <Guides slug={path.split('/')[2] ?? null} />;
  return <NotFound />;
}

function TopBar({ path }: { path: string }) {
  const { words, language, choose } = useLanguage();
  const pages: [string, string][] = [
    ...(isSandbox ? ([['/console', words.console]] as [string, string][]) : []),
    ['/reference', words.reference],
    ['/guides', words.guides],
  ];
  return (
    <header className="top">
      <Link href="/" className="brand">
        <img src="/icon.svg" alt="" width="28" height="28" /> <span>{words.name}</span>
      </Link>
      <nav aria-label={words.menu}>
        {pages.map(([href, name]) => (
          <Link key={href} href={href} aria-current={path.startsWith(href) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Choices languages={LANGUAGES} language={language} choose={choose} words={words} />
    </header>
  );
}
