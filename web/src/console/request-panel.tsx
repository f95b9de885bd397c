import { useState } from 'react';
import { CodeBlock } from '../code-block.tsx';
import { useWords } from '../i18n/language.tsx';
import { settings } from '../settings.ts';
import type { ApiRequest } from './api-request.ts';
import { SNIPPETS, type SnippetLanguage } from './snippets.ts';
import { Tabs } from './tabs.tsx';

/** The request as it will be sent, in the words of the language one works in. */
export function RequestPanel({ request }: { request: ApiRequest }) {
  const words = useWords();
  const [chosen, choose] = useState<SnippetLanguage>('curl');
  const [copied, setCopied] = useState(false);
  const origin = settings.baseUrl.replace(/\/v1$/, '') || location.origin;
  const snippet = SNIPPETS[chosen](origin, request);
  const copy = async () => {
    await navigator.clipboard.writeText(snippet);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <section className="panel" aria-labelledby="request-title">
      <header>
        <h3 id="request-title">{words.request}</h3>
        <Tabs
          label={words.request}
          controls="snippet"
          names={Object.keys(SNIPPETS) as SnippetLanguage[]}
          chosen={chosen}
          choose={choose}
        />
        <button type="button" className="quiet" onClick={copy}>
          {copied ? words.copied : words.copy}
        </button>
        <span className="unseen" role="status">
          {copied ? words.copied : ''}
        </span>
      </header>
      <div id="snippet" role="tabpanel" aria-label={chosen}>
        <CodeBlock label={chosen} code={snippet} />
      </div>
    </section>
  );
}
