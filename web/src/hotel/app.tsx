import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { usePath } from '../parts/router.tsx';
import { useShellWords } from './language.tsx';
import { loadSession, useSessionState, watchSession } from './session.ts';
import { EnterPage } from './shell/enter-page.tsx';
import { LoadingGuard } from './shell/loading-guard.tsx';
import { LostPage } from './shell/lost-page.tsx';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';

/** Each screen is loaded when it is first opened, so that the first load stays small. */
const screen = (load: () => Promise<ComponentType<{ id: string }>>) =>
  lazy(async () => ({ default: await load() }));
const Reception = screen(async () => (await import('./reception/reception-page.tsx')).ReceptionPage);
const Booking = screen(async () => (await import('./reception/booking-page.tsx')).BookingPage);
const Scan = screen(async () => (await import('./scan/scan-page.tsx')).ScanPage);
const Voucher = screen(async () => (await import('./scan/voucher-page.tsx')).VoucherPage);
const Rooms = screen(async () => (await import('./rooms/rooms-page.tsx')).RoomsPage);
const More = screen(async () => (await import('./account/more-page.tsx')).MorePage);
const Invitation = screen(async () => (await import('./account/invitation-page.tsx')).InvitationPage);

export function HotelApp() {
  const path = usePath().replace(/\/$/, '');
  const state = useSessionState();
  const words = useShellWords();
  useEffect(() => {
    watchSession();
    loadSession();
  }, []);
  if (path === '/hotel/enter') return <EnterPage />;
  const isOpen = path === '/hotel/invitation' || path === '/hotel/voucher' || path.startsWith('/vouchers/');
  return (
    <Shell path={path}>
      <LoadingGuard key={path}>
        <Suspense fallback={<p className="hint">{words.loading}</p>}>
          {state.status === 'in' || isOpen ? (
            <Screen path={path} />
          ) : state.status === 'out' ? (
            <SignIn ended={state.ended} isTooLong={state.isTooLong} />
          ) : (
            <p className="hint">{words.loading}</p>
          )}
        </Suspense>
      </LoadingGuard>
    </Shell>
  );
}

function Screen({ path }: { path: string }) {
  const [, , name, id] = path.split('/');
  if (path === '/hotel') return <Reception id="" />;
  if (name === 'booking' && id !== undefined) return <Booking key={id} id={id} />;
  if (path === '/hotel/scan') return <Scan id="" />;
  if (path === '/hotel/rooms') return <Rooms id="" />;
  if (path === '/hotel/more') return <More id="" />;
  if (path === '/hotel/invitation') return <Invitation id="" />;
  // An address of a voucher opens this screen only on an offline phone, where a service worker shows the hotel page at
  // that address.
  if (path === '/hotel/voucher' || path.startsWith('/vouchers/')) return <Voucher id="" />;
  return <LostPage />;
}
