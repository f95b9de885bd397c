import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createCredentials, useCredentials } from '../api/credentials.ts';
import type { Credentials } from '../api/keys.ts';
import { type ApiResponse, send } from '../api/request.ts';
import { MethodBadge } from '../parts/badge.tsx';
import { Link } from '../parts/router.tsx';
import { buildRequest } from './build-request.ts';
import { CredentialsBar } from './credentials-bar.tsx';
import { Flights } from './flights.tsx';
import { focusField, focusOperation } from './focus.ts';
import { OperationForm } from './form.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { HotelPane, HotelPaneHint } from './hotel-pane.tsx';
import { KurdishNamesContext, useKurdishNames } from './names.tsx';
import type { Deeds } from './next/problem.tsx';
import type { Operation } from './operation.ts';
import { OperationMenu } from './operation-menu.tsx';
import { fieldsOf } from './operations.ts';
import { Path } from './path/path.tsx';
import { LockCountdown } from './pictures/bill.tsx';
import { RequestPanel } from './request-panel.tsx';
import { ResponsePanel } from './response-panel.tsx';
import { ScenarioNote } from './scenarios.tsx';
import { sendOperation } from './state/send.ts';
import { pendingCall } from './state/session.ts';
import { currentSession, dispatch, useSession } from './state/store.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useConsoleWords } from './use-words.ts';

interface WorkbenchProps {
  operation: Operation;
  /** True if the address that the reader opened names this operation. */
  isAddressed: boolean;
}

/** The console: the path with the form and the response, and beside it the request, the history and the hotel. */
export function Workbench({ operation, isAddressed }: WorkbenchProps) {
  const words = useConsoleWords();
  const credentials = useCredentials();
  const session = useSession();
  const [notice, setNotice] = useState('');
  const deeds = useDeeds(credentials, setNotice);
  usePathOf(credentials, () => setNotice(words.otherCredentials));
  const heading = useFocusedHeading(operation, isAddressed);
  const { values, lock, history, hotelPane } = session;
  const get = useCatalogue(credentials, values.hotelId);
  const kurdishNames = useKurdishNames(session.hotels, get);
  useHoldEnd(lock);
  const request = useMemo(
    () => buildRequest(operation, values, credentials),
    [operation, values, credentials],
  );
  const isSending = pendingCall(session, operation.id) !== undefined;
  const pending = history.filter(({ outcome }) => outcome === 'pending');
  const { supply, hotel } = credentials ?? {};
  return (
    <KurdishNamesContext value={kurdishNames}>
      <div className="console wide">
        <header className="console-head">
          <h1>{words.consoleTitle}</h1>
          <p className="hint">{words.consoleIntro}</p>
          <CredentialsBar
            credentials={credentials}
            onCreate={deeds.create}
            onReset={deeds.reset}
            onProblem={(code) => setNotice(words.error[code] ?? words.unreachableText)}
          />
          <p role="status" className="notice">
            {notice}
          </p>
        </header>
        <OperationMenu chosen={operation.id} isHotel={hotel !== undefined} />
        <div className="work">
          <Flights calls={pending} />
          <Path shown={operation.id} session={session}>
            <h2 ref={heading} tabIndex={-1}>
              {words.operation[operation.id]}
            </h2>
            <p className="route">
              <MethodBadge method={operation.method} /> <code dir="ltr">{operation.path}</code>{' '}
              <Link href={`/reference/${operation.reference ?? operation.id}`}>{words.reference}</Link>
            </p>
            <p className="hint">{words.operationNote[operation.id]}</p>
            {lock !== null && operation.id !== 'prebook' && <LockCountdown until={lock.expires_at} />}
            {fieldsOf(operation).includes('hotelId') && <ScenarioNote hotelId={values.hotelId} />}
            <OperationForm
              operation={operation}
              session={session}
              credentials={credentials}
              isSending={isSending}
              onSend={deeds.send}
            />
            <ResponsePanel
              key={operation.id}
              operation={operation}
              call={session.responses[operation.id]}
              isSending={isSending}
              session={session}
              deeds={deeds}
            />
          </Path>
        </div>
        <div className="beside">
          {supply !== undefined && hotel !== undefined && (
            <HotelPane
              keys={supply}
              hotelId={hotel.public_id}
              isOpen={hotelPane ?? isBookingBesideIt(operation)}
            />
          )}
          <RequestPanel operation={operation} request={request} values={values} />
          <HistoryPanel calls={history} credentials={credentials} />
          {credentials !== null && supply === undefined && (
            <HotelPaneHint onCreate={() => deeds.create('hotel')} />
          )}
        </div>
      </div>
    </KurdishNamesContext>
  );
}

/** At the booking step, the hotel page opens by itself if there is space for it beside the form. */
function isBookingBesideIt(operation: Operation): boolean {
  return operation.id === 'createBooking' && matchMedia('(min-width: 80rem)').matches;
}

/** The functions that the buttons call. */
function useDeeds(credentials: Credentials | null, say: (notice: string) => void): Deeds {
  const words = useConsoleWords();
  const failure = useCallback(
    (response: ApiResponse | null) => words.error[response?.body?.error?.code] ?? words.unreachableText,
    [words],
  );
  return useMemo(
    () => ({
      send: (operation) => void sendOperation(operation, credentials),
      create: async (role) => {
        isOwnChange = true;
        const response = await createCredentials(role);
        // This flag stays true until the effect for the new credentials has run.
        requestAnimationFrame(() => {
          isOwnChange = false;
        });
        say(response?.status === 200 ? '' : failure(response));
        // The pressed button is no longer on the page, so the focus must move to another element.
        if (response?.status === 200) requestAnimationFrame(() => focusField(null));
      },
      reset: async () => {
        const headers = {
          'Content-Type': 'application/json',
          'X-Client-Id': credentials!.clientId,
          'X-Api-Key': credentials!.apiKey,
        };
        const response = await send({ method: 'POST', path: '/v1/sandbox/reset', headers, body: {} });
        if (response?.status !== 200) return say(failure(response));
        dispatch({ kind: 'reset' });
        say(words.resetDone(response.body.data.removed.bookings, response.body.data.removed.locks));
      },
    }),
    [credentials, words, say, failure],
  );
}

/**
 * True while this tab creates credentials. If the credentials change at any other time, another tab has changed them.
 */
let isOwnChange = false;

/**
 * When the credentials change, a new session starts. This effect runs before painting, so that the old session is never
 * shown with the new credentials.
 */
function usePathOf(credentials: Credentials | null, sayOther: () => void): void {
  const say = useRef(sayOther);
  say.current = sayOther;
  useLayoutEffect(() => {
    const session = currentSession();
    if (session.clientId === (credentials?.clientId ?? null)) return;
    const isLost = session.history.length > 0 && !isOwnChange;
    dispatch({ kind: 'credentials', credentials });
    if (isLost) say.current();
  }, [credentials]);
}

/**
 * Returns the React ref for the heading of the operation. The heading receives the focus when another operation is
 * shown.
 */
function useFocusedHeading(operation: Operation, isAddressed: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(isAddressed ? null : operation.id);
  // This effect runs before painting, so that the reader does not see the page scroll.
  useLayoutEffect(() => {
    if (shown.current === operation.id) return;
    shown.current = operation.id;
    focusOperation(heading.current!);
  }, [operation]);
  return heading;
}

/** Removes the token from the form when its hold expires, so that the next request does not send the token. */
function useHoldEnd(lock: { expires_at: string } | null): void {
  useEffect(() => {
    if (lock === null) return;
    const left = Math.max(0, Date.parse(lock.expires_at) - Date.now());
    const timer = setTimeout(() => dispatch({ kind: 'lockOver' }), left);
    return () => clearTimeout(timer);
  }, [lock]);
}
