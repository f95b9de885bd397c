import { useState } from 'react';
import { useWords } from '../i18n/language.tsx';

const SHOWN_MILLISECONDS = 2_000;

/** Copies a text and then shows a confirmation, which screen readers also announce. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // If the browser refuses, nothing was copied, so the button must not show a confirmation.
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
