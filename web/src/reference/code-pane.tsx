import { useEffect, useState } from 'react';
import { useCredentials } from '../api/credentials.ts';
import type { Credentials, KeyPair } from '../api/keys.ts';
import { rememberedValues, rememberValues } from '../api/remembered.ts';
import { type ApiResponse, send } from '../api/request.ts';
import { isSandbox } from '../parts/settings.ts';
import { firstDraft, PLACEHOLDER_KEYS, type Reader, requestOf } from './draft.ts';
import type { ReferenceEntry } from './entry.ts';
import { KeysNote } from './keys-note.tsx';
import { ownHotelOf, readOwnHotel } from './read-own-hotel.ts';
import { RequestSample } from './request-sample.tsx';
import { ResponsePane } from './response-pane.tsx';
import { TryForm } from './try-form.tsx';
import { WebhookSample } from './webhook-sample.tsx';
import { useReferenceWords } from './words.ts';

/** The code beside an entry: the request in several languages, a form to send it, and the responses. */
export function CodePane({ entry }: { entry: ReferenceEntry }) {
  const credentials = useCredentials();
  const words = useReferenceWords();
  if (entry.kind === 'webhook')
    return (
      <aside className="entry-code" aria-label={words.sent}>
        <WebhookSample entry={entry} />
      </aside>
    );
  // After a change of the credentials, the values in the draft may belong to another hotel and other bookings.
  // Therefore the React key resets the draft when the credentials change.
  return <OperationCode key={credentials?.clientId} entry={entry} credentials={credentials} />;
}

function OperationCode({ entry, credentials }: { entry: ReferenceEntry; credentials: Credentials | null }) {
  const words = useReferenceWords();
  const [reader, setReader] = useState(() => readerOf(credentials));
  const [draft, setDraft] = useState(() => firstDraft(entry, reader));
  const [open, setOpen] = useState(false);
  const [sending, setSending] = useState(false);
  // Undefined if no request was sent yet. Null if no response arrived.
  const [response, setResponse] = useState<ApiResponse | null | undefined>(undefined);
  useEffect(() => {
    if (reader.hotel === null || reader.hotel.ratePlanId !== undefined || credentials === null) return;
    readOwnHotel(credentials).then((hotel) => {
      if (hotel === null) return;
      setReader({ ...reader, hotel });
      setDraft(firstDraft(entry, { ...reader, hotel }));
    });
  }, [entry, reader, credentials]);
  const keys = keysOf(entry, credentials);
  const request = requestOf(entry, draft, keys ?? PLACEHOLDER_KEYS);
  // While the body is not valid JSON, the sample shows the last valid request.
  const [shown, setShown] = useState(request!);
  if (request !== null && JSON.stringify(request) !== JSON.stringify(shown)) setShown(request);
  const submit = async () => {
    if (request === null) return;
    setSending(true);
    const result = await send(request);
    setSending(false);
    setResponse(result);
    if (credentials !== null && result?.status === 200)
      rememberValues(credentials.clientId, result.body?.data);
  };
  return (
    <aside className="entry-code" aria-label={words.request}>
      <RequestSample request={shown} />
      {isSandbox && (
        <div className="try-it">
          <KeysNote entry={entry} credentials={credentials} hasKeys={keys !== null} />
          <button
            type="button"
            className="secondary"
            aria-expanded={open}
            aria-controls="try-form"
            onClick={() => setOpen(!open)}
          >
            {words.tryIt}
          </button>
          <div id="try-form" hidden={!open}>
            <TryForm
              entry={entry}
              draft={draft}
              remembered={reader.remembered}
              isValid={request !== null}
              canSend={keys !== null}
              sending={sending}
              change={setDraft}
              restore={() => setDraft(firstDraft(entry, reader))}
              submit={submit}
            />
          </div>
        </div>
      )}
      <ResponsePane entry={entry} response={response} now={reader.now} />
    </aside>
  );
}

function readerOf(credentials: Credentials | null): Reader {
  return {
    now: Date.now(),
    hotel: ownHotelOf(credentials),
    remembered: rememberedValues(credentials?.clientId),
  };
}

/**
 * The reader's credentials for an operation. Null if there are none. An operation with the access `open` needs no
 * credentials.
 */
function keysOf({ access }: ReferenceEntry, credentials: Credentials | null): KeyPair | null {
  if (access === 'open') return PLACEHOLDER_KEYS;
  if (credentials === null || access === 'partner') return credentials;
  return credentials.supply ?? null;
}
