import { useMemo } from 'react';
import { CopyButton } from './copy-button.tsx';
import { type CodeLanguage, codeLanguageOf, tokensOf } from './highlight.ts';

/** Code with more characters than this has no colours, because thousands of elements would make the page slow. */
const COLOUR_LIMIT = 40_000;

interface CodeBlockProps {
  /** The label for screen readers. */
  label: string;
  code: string;
  /** `json`, `curl`, `sh`, `TypeScript` … Code in an unknown language has no colours. */
  language?: string;
  /** Whether a button copies the code. */
  copy?: boolean;
}

/** A frame with code. The code scrolls inside the frame, also by keyboard, and is left-to-right in every language. */
export function CodeBlock({ label, code, language: name = '', copy = false }: CodeBlockProps) {
  const language = codeLanguageOf(name);
  const block = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="code" dir="ltr" tabIndex={0} aria-label={label}>
      <pre>
        <code>{language === undefined ? code : <Coloured code={code} language={language} />}</code>
      </pre>
    </section>
  );
  if (!copy) return block;
  return (
    <div className="code-frame" dir="ltr">
      {block}
      <CopyButton text={code} what={label} />
    </div>
  );
}

function Coloured({ code, language }: { code: string; language: CodeLanguage }) {
  const tokens = useMemo(
    () => (code.length > COLOUR_LIMIT ? [{ kind: null, text: code }] : tokensOf(code, language)),
    [code, language],
  );
  return tokens.map(({ kind, text }, index) =>
    kind === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text never move.
      <span key={index} className={`tok-${kind}`}>
        {text}
      </span>
    ),
  );
}
