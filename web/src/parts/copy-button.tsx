import { useState } from 'react';
import { useWords } from '../i18n/language.tsx';

const SHOWN_MILLISECONDS = 2_000;

/** Copies a text and says so, to the eye and to the ear. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A browser that refuses has copied nothing: the button must not say that it has.
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };
  return (
    <>
      <button type="button" className="quiet copy" aria-label={`${words.copy}: ${what}`} onClick={copy}>
        {copied ? words.copied : words.copy}
      </button>
      <span className="unseen" role="status">
        {copied ? words.copied : ''}
      </span>
    </>
  );
}
