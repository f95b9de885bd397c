import { memo, useDeferredValue } from 'react';
import type { ApiRequest } from '../api/request.ts';
import { useSampleLanguage } from '../api/sample-language.ts';
import { SNIPPETS, type SnippetLanguage } from '../api/snippets.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { origin } from '../parts/settings.ts';
import { Tabs } from '../parts/tabs.tsx';
import type { Values } from './fields.ts';
import { linkTo } from './form-link.ts';
import type { Operation } from './operation.ts';
import { useConsoleWords } from './use-words.ts';

const COLOURS = { curl: 'bash', TypeScript: 'ts', Python: 'python', PHP: 'php' } as const;

interface RequestProps {
  operation: Operation;
  request: ApiRequest;
  values: Values;
}

/**
 * Shows, as code, the request that the form will send. The code is updated a moment after the form changes, so that the
 * update does not slow down typing.
 */
export function RequestPanel(props: RequestProps) {
  const request = useDeferredValue(props.request);
  const values = useDeferredValue(props.values);
  const operation = useDeferredValue(props.operation);
  return <Panel operation={operation} request={request} values={values} />;
}

const Panel = memo(function Panel({ operation, request, values }: RequestProps) {
  const words = useConsoleWords();
  const [chosen, choose] = useSampleLanguage();
  const snippet = SNIPPETS[chosen](origin, request);
  return (
    <section className="panel request" aria-labelledby="request-title">
      <header>
        <h2 id="request-title">{words.request}</h2>
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
        <CodeBlock label={chosen} code={snippet} language={COLOURS[chosen]} />
      </div>
      <p className="link-to-form">
        <span>{words.linkToRequest}</span>{' '}
        <CopyButton text={`${origin}${linkTo(operation, values)}`} what={words.linkToRequest} />
      </p>
    </section>
  );
});
