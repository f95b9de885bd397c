import { useCallback, useEffect, useRef, useState } from 'react';
import { buildRequest, send } from '../console/api-request.ts';
import { LockCountdown } from '../console/bill.tsx';
import { OperationForm } from '../console/form.tsx';
import { OPERATIONS, type OperationId } from '../console/operations.ts';
import { RequestPanel } from '../console/request-panel.tsx';
import { ResponsePanel } from '../console/response-panel.tsx';
import { useSession } from '../console/session.ts';
import { useWords } from '../i18n/language.tsx';
import { Lifecycle } from '../lifecycle.tsx';

export function ConsolePage() {
  const words = useWords();
  const [session, dispatch] = useSession();
  const [chosen, choose] = useState<OperationId>('search');
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState('');
  const operation = OPERATIONS.find((one) => one.id === chosen)!;
  const { credentials, values } = session;
  const get = useCallback(
    async (path: string) => {
      if (credentials === null) return null;
      const headers = { 'X-Client-Id': credentials.clientId, 'X-Api-Key': credentials.apiKey };
      const answer = await send({ method: 'GET', path, headers, body: null });
      return answer?.status === 200 ? answer.body.data : null;
    },
    [credentials],
  );

  // The pickers offer what the service offers: hotels once there are credentials, rooms and plans of each hotel chosen.
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

  const createCredentials = async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await send({ method: 'POST', path: '/api/v1/sandbox/credentials', headers, body: {} });
    if (answer?.status !== 200)
      return setNotice(words.error[answer?.body?.error?.code] ?? words.unreachableText);
    setNotice('');
    const { client_id: clientId, api_key: apiKey } = answer.body.data;
    dispatch({ kind: 'credentials', credentials: { clientId, apiKey } });
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
  const results = useRef<HTMLDivElement>(null);
  const sendRequest = async () => {
    setSending(true);
    const answer = await send(request);
    dispatch({ kind: 'answer', operation: operation.id, answer });
    setSending(false);
    results.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className="console">
      <header className="console-head">
        <h1>{words.consoleTitle}</h1>
        <p className="hint">{words.consoleIntro}</p>
        <div className="credentials">
          {credentials === null ? (
            <>
              <button type="button" className="primary" onClick={createCredentials}>
                {words.createCredentials}
              </button>
              <span className="hint">{words.credentialsHint}</span>
            </>
          ) : (
            <>
              <dl aria-label={words.credentialsReady}>
                <div>
                  <dt>{words.clientId}</dt>
                  <dd>
                    <code dir="ltr">{credentials.clientId}</code>
                  </dd>
                </div>
                <div>
                  <dt>{words.apiKey}</dt>
                  <dd>
                    <code dir="ltr">{credentials.apiKey}</code>
                  </dd>
                </div>
              </dl>
              <button type="button" onClick={createCredentials}>
                {words.newCredentials}
              </button>
              <button type="button" onClick={reset}>
                {words.resetSandbox}
              </button>
            </>
          )}
        </div>
        <p role="status" className="notice">
          {notice}
        </p>
        <Lifecycle at={session.step} />
        {session.lock !== null && <LockCountdown until={session.lock.expires_at} />}
      </header>
      <nav className="operations" aria-label={words.operations}>
        {OPERATIONS.map(({ id, method }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen ? 'true' : undefined}
            onClick={() => choose(id)}
          >
            <code>{method}</code> {words.operation[id]}
          </button>
        ))}
        <details className="scenarios">
          <summary>{words.scenarios}</summary>
          <dl>
            {words.scenarioNotes.map(([hotel, note]) => (
              <div key={hotel}>
                <dt dir="ltr">{hotel}</dt>
                <dd>{note}</dd>
              </div>
            ))}
          </dl>
        </details>
      </nav>
      <div className="work">
        <h2>{words.operation[operation.id]}</h2>
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
          sending={sending}
          onSend={sendRequest}
        />
        <div ref={results}>
          <ResponsePanel
            operation={operation}
            answer={session.answers[operation.id]}
            session={session}
            dispatch={dispatch}
          />
        </div>
        <RequestPanel request={request} />
      </div>
    </div>
  );
}
