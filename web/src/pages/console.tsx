import { useCallback, useEffect, useRef, useState } from 'react';
import { buildRequest, credentialsOf, send } from '../console/api-request.ts';
import { LockCountdown } from '../console/bill.tsx';
import { CredentialsBar } from '../console/credentials-bar.tsx';
import { OperationForm } from '../console/form.tsx';
import { Lifecycle } from '../console/lifecycle.tsx';
import { KurdishNamesContext, useKurdishNames } from '../console/names.tsx';
import { OperationMenu } from '../console/operation-menu.tsx';
import { OPERATIONS, type OperationId } from '../console/operations.ts';
import { RequestPanel } from '../console/request-panel.tsx';
import { ResponsePanel } from '../console/response-panel.tsx';
import { useSession } from '../console/session.ts';
import { useWords } from '../i18n/language.tsx';
import { moveTo, useHash } from '../parts/router.tsx';

export function ConsolePage() {
  const words = useWords();
  const [session, dispatch] = useSession();
  const [sending, setSending] = useState<OperationId | null>(null);
  const [notice, setNotice] = useState('');
  const hash = useHash();
  const operation = OPERATIONS.find((one) => one.id === hash) ?? OPERATIONS[0]!;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== '') moveTo(heading.current!);
  }, [hash]);
  const { credentials, values, lock } = session;
  const get = useCallback(
    async (path: string) => {
      if (credentials === null) return null;
      const headers = { 'X-Client-Id': credentials.clientId, 'X-Api-Key': credentials.apiKey };
      const answer = await send({ method: 'GET', path, headers, body: null });
      return answer?.status === 200 ? answer.body.data : null;
    },
    [credentials],
  );
  const kurdishNames = useKurdishNames(session.hotels, get);

  // Fills the select fields: hotels when there are credentials, room types and plans when a hotel is chosen.
  useEffect(() => {
    get('/api/v1/hotels').then((hotels) => hotels && dispatch({ kind: 'hotels', hotels }));
  }, [get, dispatch]);
  const { hotelId } = values;
  useEffect(() => {
    if (hotelId === '') return;
    const query = `hotelId=${encodeURIComponent(hotelId)}`;
    Promise.all([get(`/api/v1/room-types?${query}`), get(`/api/v1/rates?${query}`)]).then(
      ([roomTypes, ratePlans]) => roomTypes && ratePlans && dispatch({ kind: 'rooms', roomTypes, ratePlans }),
    );
  }, [hotelId, get, dispatch]);
  // The token of an expired hold must not be sent in the next price check.
  useEffect(() => {
    if (lock === null) return;
    const left = Math.max(0, Date.parse(lock.expires_at) - Date.now());
    const timer = setTimeout(() => dispatch({ kind: 'lockOver' }), left);
    return () => clearTimeout(timer);
  }, [lock, dispatch]);

  const createCredentials = async (role: 'partner' | 'hotel') => {
    const headers = { 'Content-Type': 'application/json' };
    const path = '/api/v1/sandbox/credentials';
    const answer = await send({ method: 'POST', path, headers, body: { role } });
    if (answer?.status !== 200)
      return setNotice(words.error[answer?.body?.error?.code] ?? words.unreachableText);
    setNotice('');
    dispatch({ kind: 'credentials', credentials: credentialsOf(answer.body.data) });
  };
  const reset = async () => {
    const headers = {
      'Content-Type': 'application/json',
      'X-Client-Id': credentials!.clientId,
      'X-Api-Key': credentials!.apiKey,
    };
    const answer = await send({ method: 'POST', path: '/api/v1/sandbox/reset', headers, body: {} });
    if (answer?.status !== 200)
      return setNotice(words.error[answer?.body?.error?.code] ?? words.unreachableText);
    dispatch({ kind: 'reset' });
    setNotice(words.resetDone(answer.body.data.removed.bookings, answer.body.data.removed.locks));
  };
  const request = buildRequest(operation, values, credentials);
  const [arrived, setArrived] = useState(0);
  const results = useRef<HTMLDivElement>(null);
  // A ref, not state: a second click may come before the first is rendered.
  const isSending = useRef(false);
  const sendRequest = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setSending(operation.id);
    const answer = await send(request);
    dispatch({ kind: 'answer', operation: operation.id, answer });
    setSending(null);
    isSending.current = false;
    setArrived((count) => count + 1);
  };
  // After rendering: before that, the panel does not have its new size yet.
  useEffect(() => {
    if (arrived > 0) results.current?.scrollIntoView({ block: 'nearest' });
  }, [arrived]);

  return (
    <KurdishNamesContext value={kurdishNames}>
      <div className="console">
        <header className="console-head">
          <h1>{words.consoleTitle}</h1>
          <p className="hint">{words.consoleIntro}</p>
          <CredentialsBar
            credentials={credentials}
            onCreate={createCredentials}
            onReset={reset}
            onProblem={(code) => setNotice(words.error[code] ?? words.unreachableText)}
          />
          <p role="status" className="notice">
            {notice}
          </p>
          <Lifecycle base="" at={session.step} />
          {lock !== null && <LockCountdown until={lock.expires_at} />}
        </header>
        <OperationMenu chosen={operation.id} isHotel={credentials?.hotel !== undefined} />
        <div className="work">
          <h2 ref={heading} tabIndex={-1}>
            {words.operation[operation.id]}
          </h2>
          <p className="hint">
            <code dir="ltr">
              {operation.method} {operation.path}
            </code>{' '}
            {words.operationNote[operation.id]}
          </p>
          <OperationForm
            operation={operation}
            session={session}
            dispatch={dispatch}
            sending={sending !== null}
            onSend={sendRequest}
          />
          <div ref={results}>
            <ResponsePanel
              operation={operation}
              answer={session.answers[operation.id]}
              sending={sending === operation.id}
              session={session}
              dispatch={dispatch}
            />
          </div>
          <RequestPanel request={request} />
        </div>
      </div>
    </KurdishNamesContext>
  );
}
