import { useState } from 'react';
import { createCredentials } from '../api/credentials.ts';
import type { Credentials } from '../api/keys.ts';
import type { ReferenceEntry } from './entry.ts';
import { useReferenceWords } from './words.ts';

interface KeysNoteProps {
  entry: ReferenceEntry;
  credentials: Credentials | null;
  hasKeys: boolean;
}

/** Shows whose credentials the sample contains. If the reader has no credentials, a button creates credentials. */
export function KeysNote({ entry, credentials, hasKeys }: KeysNoteProps) {
  const words = useReferenceWords();
  const [state, setState] = useState<'ready' | 'waiting' | 'failed'>('ready');
  if (entry.access === 'open') return null;
  if (hasKeys) return <p className="keys-note">{words.withKeys}</p>;
  const create = async () => {
    setState('waiting');
    const response = await createCredentials(entry.access === 'supplier' ? 'hotel' : 'partner');
    setState(response?.status === 200 ? 'ready' : 'failed');
  };
  return (
    <div className="keys-note">
      <p>
        {words.withoutKeys} {credentials !== null && words.replacesKeys}
      </p>
      <button type="button" className="primary" disabled={state === 'waiting'} onClick={create}>
        {entry.access === 'supplier' ? words.createHotelKeys : words.createKeys}
      </button>
      {state === 'failed' && (
        <p className="bad" role="alert">
          {words.keysFailed}
        </p>
      )}
    </div>
  );
}
