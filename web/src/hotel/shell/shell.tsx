import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Choices } from '../../parts/choices.tsx';
import { Link } from '../../parts/router.tsx';
import { isSandbox } from '../../parts/settings.ts';
import { LANGUAGES, Name, useLanguage, useShellWords } from '../language.tsx';
import { LiveNews } from '../live/live-news.tsx';
import { Outcomes } from '../reception/outcomes.tsx';
import { useSessionState } from '../session.ts';
import { useObserved } from '../store/observable.ts';
import { unreceived, useConnection } from './connection.ts';
import { HotelIcon } from './icons.tsx';

/** The news about accounts is loaded after the first screen, and only for managers. */
const AccountNews = lazy(async () => ({
  default: (await import('../account/account-news.tsx')).AccountNews,
}));

const TABS = [
  ['/hotel', 'reception'],
  ['/hotel/scan', 'scan'],
  ['/hotel/rooms', 'rooms'],
  ['/hotel/more', 'more'],
] as const;

/** The frame of every screen: header, content, and the tab bar at the bottom, where a thumb reaches it. */
export function Shell({ path, children }: { path: string; children: ReactNode }) {
  const words = useShellWords();
  const state = useSessionState();
  const waiting = useObserved(unreceived);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${words.title} · Iraq Hotel Channel`;
  }, [waiting, words]);
  const isIn = state.status === 'in';
  return (
    <div className={isIn ? 'hotel-page with-tabs' : 'hotel-page'}>
      <button type="button" className="skip" onClick={() => document.querySelector('main')!.focus()}>
        {words.skip}
      </button>
      <Header />
      {isIn && <TabBar path={path} />}
      <main id="content" tabIndex={-1}>
        {isIn && state.session.person.role === 'MANAGER' && (
          <Suspense>
            <AccountNews key={state.session.person.id} path={path} />
          </Suspense>
        )}
        {children}
      </main>
      {isIn && (
        <>
          <LiveNews session={state.session} />
          <Outcomes />
        </>
      )}
    </div>
  );
}

function Header() {
  const words = useShellWords();
  const { language, choose } = useLanguage();
  const state = useSessionState();
  return (
    <header className="hotel-top">
      {state.status === 'in' ? (
        <>
          <strong>
            <Name of={state.session.hotel} />
          </strong>
          <div className="hotel-who">
            <span>
              <bdi>{state.session.person.name}</bdi>
            </span>
            <ConnectionState />
          </div>
        </>
      ) : (
        <>
          <strong>{words.title}</strong>
          <div className="hotel-who">
            <span>Iraq Hotel Channel</span>
          </div>
        </>
      )}
      <Choices languages={LANGUAGES} language={language} choose={choose} words={words} />
      {isSandbox && <p className="hotel-sandbox">{words.sandbox}</p>}
    </header>
  );
}

function ConnectionState() {
  const words = useShellWords();
  const state = useConnection();
  return (
    <span className={`connection ${state}`} role="status">
      {words.connection[state]}
    </span>
  );
}

function TabBar({ path }: { path: string }) {
  const words = useShellWords();
  const waiting = useObserved(unreceived);
  const isCurrent = (href: string) =>
    href === '/hotel' ? path === href || path.startsWith('/hotel/booking/') : path === href;
  return (
    <nav className="tab-bar" aria-label={words.menu}>
      {TABS.map(([href, name]) => (
        <Link key={href} href={href} aria-current={isCurrent(href) ? 'page' : undefined}>
          <HotelIcon shape={name} />
          <span>{words.tabs[name]}</span>
          {name === 'reception' && waiting > 0 && <span className="count">{waiting}</span>}
        </Link>
      ))}
    </nav>
  );
}
