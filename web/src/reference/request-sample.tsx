import type { ApiRequest } from '../api/request.ts';
import { useSampleLanguage } from '../api/sample-language.ts';
import { SNIPPETS, type SnippetLanguage } from '../api/snippets.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { origin } from '../parts/settings.ts';
import { Tabs } from '../parts/tabs.tsx';
import { useReferenceWords } from './words.ts';

/** The request as code, in the programming language that the reader has chosen. */
export function RequestSample({ request }: { request: ApiRequest }) {
  const words = useReferenceWords();
  const [language, choose] = useSampleLanguage();
  const code = SNIPPETS[language](origin, request);
  return (
    <section className="code-card">
      <header>
        <Tabs
          label={words.sampleLanguage}
          controls="sample"
          names={Object.keys(SNIPPETS) as SnippetLanguage[]}
          chosen={language}
          choose={choose}
        />
        <CopyButton text={code} what={words.sampleOf(language)} />
      </header>
      <div id="sample" role="tabpanel" aria-label={language}>
        <CodeBlock label={words.sampleOf(language)} language={language} code={code} />
      </div>
    </section>
  );
}
