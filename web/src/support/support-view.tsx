import type { ReactNode } from 'react';
import { useCredentials } from '../api/credentials.ts';
import { useWords } from '../i18n/language.tsx';
import { Callout } from '../parts/callout.tsx';
import { Card } from '../parts/card.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { contacts, isSandbox } from '../parts/settings.ts';
import { mailAddress, phoneText, reportText, requestIdOf } from './report.ts';
import { useSupportWords } from './words.ts';

export function SupportView() {
  const words = useSupportWords();
  const common = useWords();
  const credentials = useCredentials();
  const environment = isSandbox ? common.sandbox : common.production;
  const report = reportText(words, {
    environment,
    clientId: isSandbox ? (credentials?.clientId ?? '') : '',
    requestId: requestIdOf(location.search),
  });
  return (
    <div className="support">
      <header>
        <h1>{common.support}</h1>
        <p className="lead">{words.lead}</p>
      </header>
      <section aria-labelledby="reach-us">
        <h2 id="reach-us">{words.reachUs}</h2>
        <Contacts report={report} environment={environment} />
        <p className="hint">{words.howFast}</p>
      </section>
      <section aria-labelledby="what-to-send">
        <h2 id="what-to-send">{words.whatToSend}</h2>
        <p>{words.whatToSendNote}</p>
        <div className="report">
          <CopyButton text={report} what={words.whatToSend} />
          {/* The report is written in the language of the page, so it has the direction of this language. */}
          <pre>{report}</pre>
        </div>
        <Callout tone="warn" title={words.neverSend}>
          <p>{words.neverSendNote}</p>
        </Callout>
        <h3>{words.requestIdTitle}</h3>
        <p>{withCode(words.requestIdNote)}</p>
      </section>
      <section aria-labelledby="before-you-write">
        <h2 id="before-you-write">{words.beforeYouWrite}</h2>
        <ul className="cards four">
          {(
            [
              ['/status', common.statusPage, words.statusNote],
              ['/errors', common.errors, words.errorsNote],
              ['/changelog', common.changelog, words.changelogNote],
              ['/guides', common.guides, words.guidesNote],
            ] as const
          ).map(([href, title, note]) => (
            <li key={href}>
              <Card title={title} href={href}>
                <p>{note}</p>
              </Card>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Renders a text. Parts between backticks are code. */
function withCode(text: string): ReactNode[] {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <code key={index} dir="ltr">
        {part}
      </code>
    ),
  );
}

function Contacts({ report, environment }: { report: string; environment: string }) {
  const words = useSupportWords();
  const { email, phone, url } = contacts;
  if (email === '' && phone === '' && url === '')
    return (
      <Callout title={words.noContact}>
        <p>{words.noContactNote}</p>
      </Callout>
    );
  return (
    <ul className="cards contacts">
      {email !== '' && (
        <Contact title={words.email} note={words.emailNote} value={email}>
          <a className="primary" href={mailAddress(email, words.subject(environment), report)}>
            {words.writeEmail}
          </a>
        </Contact>
      )}
      {phone !== '' && (
        <Contact title={words.phone} note={words.phoneNote}>
          <a className="secondary" href={`tel:${phone}`}>
            <bdi dir="ltr">{phoneText(phone)}</bdi>
          </a>
        </Contact>
      )}
      {url !== '' && (
        <Contact title={words.page} note={words.pageNote} value={new URL(url).host}>
          <a className="secondary" href={url} rel="noreferrer">
            {words.openPage}
          </a>
        </Contact>
      )}
    </ul>
  );
}

interface ContactProps {
  title: string;
  note: string;
  /** The contact as text, so that readers can copy it. */
  value?: string;
  children: ReactNode;
}

function Contact({ title, note, value, children }: ContactProps) {
  return (
    <li>
      <Card title={title}>
        {value !== undefined && (
          <bdi dir="ltr" className="contact-value">
            {value}
          </bdi>
        )}
        <p>{note}</p>
        <p className="contact-action">{children}</p>
      </Card>
    </li>
  );
}
