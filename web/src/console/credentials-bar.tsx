import { useWords } from '../i18n/language.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import type { Credentials } from './api-request.ts';
import { HotelPageButtons } from './hotel-page-buttons.tsx';

interface CredentialsBarProps {
  credentials: Credentials | null;
  onCreate: (role: 'partner' | 'hotel') => void;
  onReset: () => void;
  onProblem: (code: string) => void;
}

export function CredentialsBar({ credentials, onCreate, onReset, onProblem }: CredentialsBarProps) {
  const words = useWords();
  if (credentials === null)
    return (
      <div className="credentials">
        <button type="button" className="primary" onClick={() => onCreate('partner')}>
          {words.createCredentials}
        </button>
        <span className="hint">{words.credentialsHint}</span>
        <button type="button" onClick={() => onCreate('hotel')}>
          {words.supply.create}
        </button>
        <span className="hint">{words.supply.hint}</span>
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
      {supply !== undefined && <HotelPageButtons keys={supply} onProblem={onProblem} />}
      <button type="button" onClick={() => onCreate('partner')}>
        {words.newCredentials}
      </button>
      <button type="button" onClick={() => onCreate('hotel')}>
        {words.supply.createNew}
      </button>
      <button type="button" onClick={onReset}>
        {words.resetSandbox}
      </button>
    </div>
  );
}
