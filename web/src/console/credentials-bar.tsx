import type { Credentials } from '../api/keys.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { HotelPageButtons } from './hotel-page-buttons.tsx';
import { useConsoleWords } from './use-words.ts';

interface CredentialsBarProps {
  credentials: Credentials | null;
  onCreate: (role: 'partner' | 'hotel') => void;
  onReset: () => void;
  onProblem: (code: string) => void;
}

export function CredentialsBar({ credentials, onCreate, onReset, onProblem }: CredentialsBarProps) {
  const words = useConsoleWords();
  if (credentials === null)
    return (
      <div className="credentials first">
        <div>
          <button type="button" className="primary" onClick={() => onCreate('partner')}>
            {words.createCredentials}
          </button>
          <p className="hint">{words.credentialsHint}</p>
        </div>
        <div>
          <button type="button" className="secondary" onClick={() => onCreate('hotel')}>
            {words.supply.create}
          </button>
          <p className="hint">{words.supply.hint}</p>
        </div>
      </div>
    );
  const { hotel, supply } = credentials;
  const shown: [string, string][] = [
    [words.clientId, credentials.clientId],
    [words.apiKey, credentials.apiKey],
  ];
  if (hotel !== undefined) shown.unshift([words.supply.hotel, hotel.public_id]);
  if (supply !== undefined)
    shown.push([words.supply.clientId, supply.clientId], [words.supply.apiKey, supply.apiKey]);
  return (
    <div className="credentials">
      <dl aria-label={words.credentialsReady}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code dir="ltr">{value}</code> <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="credentials-actions">
        <button type="button" className="quiet small" onClick={() => onCreate('partner')}>
          {words.newCredentials}
        </button>
        <button type="button" className="quiet small" onClick={() => onCreate('hotel')}>
          {words.supply.createNew}
        </button>
        <button type="button" className="quiet small" onClick={onReset}>
          {words.resetSandbox}
        </button>
      </div>
      {supply !== undefined && <HotelPageButtons keys={supply} onProblem={onProblem} />}
    </div>
  );
}
