import { useState } from 'react';
import { useWords } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { origin } from '../parts/settings.ts';
import type { ApiRequest } from './api-request.ts';
import { SNIPPETS, type SnippetLanguage } from './snippets.ts';
import { Tabs } from './tabs.tsx';

/** The request as it will be sent, as curl, TypeScript or Python. */
export function RequestPanel({ request }: { request: ApiRequest }) {
  const words = useWords();
  const [chosen, choose] = useState<SnippetLanguage>('curl');
  const snippet = SNIPPETS[chosen](origin, request);
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
        <CopyButton text={snippet} what={words.request} />
      </header>
      <div id="snippet" role="tabpanel" aria-label={chosen}>
        <CodeBlock label={chosen} code={snippet} />
      </div>
    </section>
  );
}
