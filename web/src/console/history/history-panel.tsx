import { useRef, useState } from 'react';
import type { Credentials } from '../../api/keys.ts';
import { SNIPPETS } from '../../api/snippets.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { navigate } from '../../parts/router.tsx';
import { origin } from '../../parts/settings.ts';
import { addressOf } from '../operations.ts';
import type { Call } from '../state/session.ts';
import { dispatch } from '../state/store.ts';
import { useConsoleWords } from '../use-words.ts';
import { scriptOf } from './script.ts';

interface HistoryProps {
  calls: Call[];
  credentials: Credentials | null;
}

/** The requests of this session. The reader can open each request to see it with its response. */
export function HistoryPanel({ calls, credentials }: HistoryProps) {
  const words = useConsoleWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = calls.length === 0;
  const clear = () => {
    // Clearing the history disables the button that has the focus. So the focus moves to the heading. Otherwise the
    // browser would move the focus to the start of the page.
    heading.current!.focus();
    dispatch({ kind: 'historyCleared' });
  };
  return (
    <section className="panel history" aria-labelledby="history-title">
      <header>
        <h2 id="history-title" ref={heading} tabIndex={-1}>
          {words.history}
        </h2>
        <button
          type="button"
          className="quiet small"
          disabled={isEmpty || credentials === null}
          title={words.exportHint}
          onClick={() => download(scriptOf(calls, origin, credentials!))}
        >
          {words.exportScript}
        </button>
        <button type="button" className="quiet small" disabled={isEmpty} onClick={clear}>
          {words.clearHistory}
        </button>
      </header>
      <p className="hint">{isEmpty ? words.historyEmpty : words.historyHint}</p>
      <ol>
        {calls.toReversed().map((call) => (
          <HistoryLine key={call.id} call={call} />
        ))}
      </ol>
    </section>
  );
}

function HistoryLine({ call }: { call: Call }) {
  const words = useConsoleWords();
  // A request and its response may have hundreds of lines, so the page does not render them until the reader opens the
  // request.
  const [isOpen, open] = useState(false);
  const { operation, response, outcome, at } = call;
  const show = () => {
    dispatch({ kind: 'shownAgain', call });
    navigate(addressOf(operation));
  };
  return (
    <li>
      <details onToggle={(event) => open(event.currentTarget.open)}>
        <summary>
          <span className={response !== null && response.status < 300 ? 'status good' : 'status bad'}>
            {response?.status ?? '–'}
          </span>
          <span className="what">{words.operation[operation]}</span>
          <small>
            {response === null ? (
              words.outcome[outcome]
            ) : (
              <bdi dir="ltr">{Math.round(response.milliseconds)} ms</bdi>
            )}
          </small>
          <small>
            <bdi dir="ltr">{new Date(at).toTimeString().slice(0, 8)}</bdi>
          </small>
        </summary>
        {isOpen && (
          <>
            <CodeBlock label={words.request} code={SNIPPETS.curl(origin, call.request)} language="bash" />
            {response !== null && (
              <CodeBlock
                label={words.response}
                code={JSON.stringify(response.body, null, 2)}
                language="json"
              />
            )}
            {outcome !== 'pending' && (
              <button type="button" className="secondary small" onClick={show}>
                {words.showAgain}
              </button>
            )}
          </>
        )}
      </details>
    </li>
  );
}

const RELEASED_AFTER_MILLISECONDS = 10_000;

function download(script: string): void {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/x-shellscript' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'ihc-session.sh';
  link.click();
  // The browser reads the file after this function has ended, so the address of the file must stay valid until then.
  setTimeout(() => URL.revokeObjectURL(url), RELEASED_AFTER_MILLISECONDS);
}
