import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import type { ReferenceEntry } from './entry.ts';

import { shownExample } from './shown-example.ts';
import { useReferenceWords } from './words.ts';

/** An example of a webhook request: the headers and the body that the service sends. */
export function WebhookSample({ entry }: { entry: ReferenceEntry }) {
  const words = useReferenceWords();
  const headers = entry.parameters.map(({ name, example }) => `${name}: ${example}`);
  const head = ['POST /hooks/ihc HTTP/1.1', 'content-type: application/json', ...headers].join('\n');
  const body = JSON.stringify(shownExample(entry.body?.example, Date.now()), null, 2);
  return (
    <section className="code-card">
      <header>
        <h2>{words.sent}</h2>
        <CopyButton text={body} what={words.sent} />
      </header>
      <CodeBlock label={words.places.header!} language="http" code={head} />
      <CodeBlock label={words.sent} language="json" code={body} />
    </section>
  );
}
