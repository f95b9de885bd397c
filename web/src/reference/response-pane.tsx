import { useEffect, useRef, useState } from 'react';
import type { ApiResponse } from '../api/request.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Link } from '../parts/router.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { ReferenceEntry } from './entry.ts';

import { ResponseFacts } from './response-facts.tsx';
import { shownExample } from './shown-example.ts';
import { useReferenceWords } from './words.ts';

interface ResponsePaneProps {
  entry: ReferenceEntry;
  /** The response to the reader's request. Undefined if no request was sent. Null if no response arrived. */
  response: ApiResponse | null | undefined;
  now: number;
}

interface Shown {
  /** The status of the example, or `own` for the response to the reader's request. */
  tab: string;
  code: string | null;
}

const OWN = 'own';

/** An example response for each status, and the response to the reader's request. */
export function ResponsePane({ entry, response, now }: ResponsePaneProps) {
  const words = useReferenceWords();
  const examples = examplesOf(entry);
  const [shown, show] = useState<Shown>({ tab: examples[0]?.tab ?? OWN, code: null });
  const [seen, setSeen] = useState(response);
  if (seen !== response) {
    setSeen(response);
    show({ tab: OWN, code: null });
  }
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (response === undefined || card.current === null) return;
    // The form above the response may be taller than the window, so the page scrolls to a new response.
    card.current.scrollIntoView({ block: 'nearest' });
    // The response receives the focus only if the focus is still in the form.
    const active = document.activeElement;
    if (active === document.body || active?.closest('.try-it') != null)
      card.current.focus({ preventScroll: true });
  }, [response]);
  const tabs = [...(response === undefined ? [] : [OWN]), ...new Set(examples.map(({ tab }) => tab))];
  if (tabs.length === 0) return null;
  const own = shown.tab === OWN;
  const choices = examples.filter(({ tab }) => tab === shown.tab);
  const chosen = choices.find(({ code }) => code === shown.code) ?? choices[0];
  const value = own ? response?.body : shownExample(chosen?.value, now);
  const text = value === undefined || value === null ? null : JSON.stringify(value, null, 2);
  const label = own ? words.yourResponse : words.exampleResponse;
  return (
    <section ref={card} tabIndex={-1} aria-label={label} className="code-card responses">
      <header>
        <Tabs
          label={words.statuses}
          controls="response-example"
          names={tabs}
          wordOf={(tab) => (tab === OWN ? words.yourResponse : tab)}
          chosen={shown.tab}
          choose={(tab) => show({ tab, code: null })}
        />
        {text !== null && <CopyButton text={text} what={label} />}
      </header>
      <div id="response-example" role="tabpanel" aria-label={own ? words.yourResponse : shown.tab}>
        {own && response !== undefined && <ResponseFacts response={response} />}
        {!own && typeof chosen?.code === 'string' && (
          <p className="error-choice">
            {choices.length > 1 && (
              <select
                aria-label={words.errorCode}
                dir="ltr"
                value={chosen.code}
                onChange={(event) => show({ tab: shown.tab, code: event.target.value })}
              >
                {choices.map(({ code }) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            )}
            <Link href={`/errors/${chosen.code}`}>{words.aboutError(chosen.code)}</Link>
          </p>
        )}
        {text !== null && <CodeBlock label={label} language="json" code={text} />}
      </div>
    </section>
  );
}

interface Example extends Shown {
  value: unknown;
}

function examplesOf({ responses, errors }: ReferenceEntry): Example[] {
  return [
    ...responses.map(({ status, example }) => ({ tab: status, code: null, value: example })),
    ...errors.map(({ status, code, example }) => ({ tab: status, code, value: example })),
  ].filter(({ value }) => value !== undefined);
}
