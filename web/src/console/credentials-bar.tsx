import { useWords } from '../i18n/language.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import type { Credentials } from './api-request.ts';

interface CredentialsBarProps {
  credentials: Credentials | null;
  onCreate: () => void;
  onReset: () => void;
}

export function CredentialsBar({ credentials, onCreate, onReset }: CredentialsBarProps) {
  const words = useWords();
  if (credentials === null)
    return (
      <div className="credentials">
        <button type="button" className="primary" onClick={onCreate}>
          {words.createCredentials}
        </button>
        <span className="hint">{words.credentialsHint}</span>
      </div>
    );
  const pair: [string, string][] = [
    [words.clientId, credentials.clientId],
    [words.apiKey, credentials.apiKey],
  ];
  return (
    <div className="credentials">
      <dl aria-label={words.credentialsReady}>
        {pair.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code dir="ltr">{value}</code> <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onCreate}>
        {words.newCredentials}
      </button>
      <button type="button" onClick={onReset}>
        {words.resetSandbox}
      </button>
    </div>
  );
}
