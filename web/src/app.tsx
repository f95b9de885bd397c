import { lazy, Suspense } from 'react';
import { useLanguage } from './i18n/language.tsx';
import { NotFound } from './pages/not-found.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { LoadFailed } from './parts/load-failed.tsx';
import { usePath } from './parts/router.tsx';
import { isSandbox } from './parts/settings.ts';
import { Footer } from './shell/footer.tsx';
import { TopBar } from './shell/top-bar.tsx';

/** Each page is loaded when it is first opened, so that the first load stays small. */
const Landing = lazy(async () => ({ default: (await import('./pages/landing.tsx')).Landing }));
const Console = lazy(async () => ({ default: (await import('./pages/console.tsx')).ConsolePage }));
const Guides = lazy(async () => ({ default: (await import('./pages/guides.tsx')).GuidesPage }));
const Reference = lazy(async () => ({ default: (await import('./pages/reference.tsx')).ReferencePage }));
const Errors = lazy(async () => ({ default: (await import('./pages/errors.tsx')).ErrorsPage }));
const Changelog = lazy(async () => ({ default: (await import('./pages/changelog.tsx')).ChangelogPage }));
const Status = lazy(async () => ({ default: (await import('./pages/status.tsx')).StatusPage }));
const TestScenarios = lazy(async () => ({
  default: (await import('./pages/test-scenarios.tsx')).TestScenariosPage,
}));
const GoLive = lazy(async () => ({ default: (await import('./pages/go-live.tsx')).GoLivePage }));
const Glossary = lazy(async () => ({ default: (await import('./pages/glossary.tsx')).GlossaryPage }));
const Support = lazy(async () => ({ default: (await import('./pages/support.tsx')).SupportPage }));
const Design = lazy(async () => ({ default: (await import('./pages/design.tsx')).DesignPage }));

export function App() {
  const { words, language } = useLanguage();
  const path = usePath();
  return (
    <>
      <button type="button" className="skip" onClick={skipToContent}>
        {words.skip}
      </button>
      <TopBar path={path} />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary shown={`${path} ${language}`} fallback={<LoadFailed />}>
          <Suspense fallback={<p className="hint page-loading">{words.loading}</p>}>
            <Page path={path} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </>
  );
}

/**
 * Moves the focus to the content. A button calls this function, because a link would replace the fragment of the
 * address. The fragment identifies an element of the page.
 */
function skipToContent(): void {
  document.querySelector('main')!.focus();
}

/** The page for an address. A test compares the addresses with addresses.ts. */
function Page({ path }: { path: string }) {
  const [, page, part = null, more] = path.split('/');
  if (more !== undefined) return <NotFound />;
  // This check comes before the check of `part`. When the console adds an operation to its address, React must keep the
  // same component.
  if (page === 'console') return isSandbox ? <Console operation={part} /> : <NotFound />;
  if (part !== null) return <PartOfPage page={page!} part={part} />;
  switch (page) {
    case '':
      return <Landing />;
    case 'reference':
      return <Reference entry={null} />;
    case 'guides':
      return <Guides slug={null} />;
    case 'errors':
      return <Errors code={null} />;
    case 'changelog':
      return <Changelog />;
    case 'status':
      return <Status />;
    case 'test-scenarios':
      return <TestScenarios />;
    case 'go-live':
      return <GoLive />;
    case 'glossary':
      return <Glossary />;
    case 'support':
      return <Support />;
    case 'design':
      return <Design />;
    default:
      return <NotFound />;
  }
}

/** One part of a page whose parts have separate addresses. */
function PartOfPage({ page, part }: { page: string; part: string }) {
  switch (page) {
    case 'reference':
      return <Reference entry={part} />;
    case 'guides':
      return <Guides slug={part} />;
    case 'errors':
      return <Errors code={part} />;
    default:
      return <NotFound />;
  }
}
