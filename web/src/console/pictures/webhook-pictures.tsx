import type { ReactNode } from 'react';
import { instantText } from '../../i18n/dates.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import type { Data } from '../state/session.ts';
import { useConsoleWords } from '../use-words.ts';

export function Webhooks({ webhooks }: { webhooks: Data[] }) {
  const words = useConsoleWords();
  if (webhooks.length === 0) return <p className="hint">{words.events.noWebhooks}</p>;
  return (
    <ul className="webhooks">
      {webhooks.map((webhook) => (
        <li key={webhook.webhook_id}>
          <Webhook webhook={webhook} />
        </li>
      ))}
    </ul>
  );
}

export function Webhook({ webhook }: { webhook: Data }) {
  const words = useConsoleWords();
  const texts = words.events;
  const instant = (value: string | null) => (value === null ? texts.never : instantText(value, words));
  const rows: [string, ReactNode][] = [
    [
      words.field.url,
      <code key="url" dir="ltr">
        {webhook.url}
      </code>,
    ],
    [
      words.field.webhookId,
      <code key="id" dir="ltr">
        {webhook.webhook_id}
      </code>,
    ],
    [texts.types, webhook.events.map((type: string) => texts.type[type] ?? type).join(`${words.comma} `)],
    [texts.createdAt, instant(webhook.created_at)],
    [texts.pending, webhook.pending],
    [texts.lastDelivered, instant(webhook.last_delivered_at)],
    [texts.lastError, <LastError key="error" error={webhook.last_error} />],
  ];
  if (webhook.old_secret_valid_until !== null)
    rows.push([texts.oldSecretUntil, instant(webhook.old_secret_valid_until)]);
  return (
    <>
      {webhook.secret !== undefined && <Secret secret={webhook.secret} />}
      <FactList facts={rows} className="facts-list" />
    </>
  );
}

function Secret({ secret }: { secret: string }) {
  const words = useConsoleWords();
  return (
    <div className="secret">
      <strong>{words.events.secretOnce}</strong>
      <p>
        <code dir="ltr">{secret}</code> <CopyButton text={secret} what={words.events.secret} />
      </p>
    </div>
  );
}

/** The message is shown as received. */
function LastError({ error }: { error: Data }) {
  const words = useConsoleWords();
  if (error === null) return words.events.never;
  return (
    <>
      {instantText(error.at, words)}
      <span className="message" dir="ltr" lang="en">
        {error.message}
      </span>
    </>
  );
}

export function TestResult({ result }: { result: Data }) {
  const words = useConsoleWords();
  const texts = words.events;
  const rows: [string, ReactNode][] = [
    [texts.responded, result.status ?? texts.noResponse],
    [texts.duration, <bdi key="time" dir="ltr">{`${result.duration_ms} ms`}</bdi>],
  ];
  if (result.error !== null)
    rows.push([
      texts.lastError,
      <span key="error" dir="ltr" lang="en">
        {result.error}
      </span>,
    ]);
  return (
    <>
      <p className="test-result">
        <strong className={result.delivered ? 'good' : 'bad'}>
          {result.delivered ? texts.delivered : texts.notDelivered}
        </strong>
      </p>
      <FactList facts={rows} className="facts-list" />
    </>
  );
}

export function Deleted() {
  const words = useConsoleWords();
  return <p className="webhook-deleted">{words.events.deleted}</p>;
}
