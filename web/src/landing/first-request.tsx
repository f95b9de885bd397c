import { useCredentials } from '../api/credentials.ts';
import type { ApiRequest } from '../api/request.ts';
import { useSampleLanguage } from '../api/sample-language.ts';
import { SNIPPETS, type SnippetLanguage } from '../api/snippets.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import type { CodeLanguage } from '../parts/highlight.ts';
import { Link } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import { Tabs } from '../parts/tabs.tsx';
import { useLandingWords } from './use-words.ts';

const COLOURS: Record<SnippetLanguage, CodeLanguage> = {
  curl: 'bash',
  TypeScript: 'ts',
  Python: 'python',
  PHP: 'php',
};

/** One request in four programming languages. If the reader has credentials, the request contains them. */
export function FirstRequest() {
  const words = useLandingWords();
  const keys = useCredentials();
  const [language, choose] = useSampleLanguage();
  const request: ApiRequest = {
    method: 'POST',
    path: '/v1/search',
    headers: {
      'X-Client-Id': keys?.clientId ?? 'YOUR_CLIENT_ID',
      'X-Api-Key': keys?.apiKey ?? 'YOUR_API_KEY',
      'Content-Type': 'application/json',
    },
    body: { destination: 'Baghdad', checkIn: dayFromNow(30), checkOut: dayFromNow(32), adults: 2 },
  };
  return (
    <section className="landing-code" aria-labelledby="first-request">
      <div>
        <h2 id="first-request">{words.codeTitle}</h2>
        <p className="lead">{words.codeLead}</p>
        <p>
          <Link href="/reference/search">{words.codeLink}</Link>
        </p>
      </div>
      <div className="landing-sample">
        <Tabs
          label={words.codeTitle}
          controls="first-sample"
          names={Object.keys(SNIPPETS) as SnippetLanguage[]}
          chosen={language}
          choose={choose}
        />
        <div id="first-sample" role="tabpanel" aria-label={language}>
          <CodeBlock
            label={words.codeLabel}
            code={SNIPPETS[language](origin, request)}
            language={COLOURS[language]}
            copy
          />
        </div>
      </div>
    </section>
  );
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000 + 3 * 3_600_000).toISOString().slice(0, 10);
}
