import { useState } from 'react';
import { LinkIcon } from '../parts/icons.tsx';
import { useReferenceWords } from './words.ts';

const SHOWN_MILLISECONDS = 2_000;

/** A link to an element of this page. A click also copies the address with the anchor of the element. */
export function AnchorLink({ anchor, name }: { anchor: string; name: string }) {
  const words = useReferenceWords();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}#${anchor}`);
    } catch {
      // If the browser refuses to copy, the reader can still copy the address from the address bar.
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };
  return (
    <>
      <a
        href={`#${anchor}`}
        className={copied ? 'field-anchor copied' : 'field-anchor'}
        aria-label={words.anchor(name)}
        onClick={copy}
      >
        <LinkIcon />
        {copied && <span aria-hidden="true">{words.copiedLink}</span>}
      </a>
      <span className="unseen" role="status">
        {copied ? words.copiedLink : ''}
      </span>
    </>
  );
}
