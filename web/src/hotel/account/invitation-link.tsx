import { useEffect, useRef, useState } from 'react';
import type { InvitedView } from '../../../../src/http/hotel-page/hotel-api.ts';
import { instantText } from '../dates.ts';
import { nameIn, useLanguage } from '../language.tsx';
import { useSession } from '../session.ts';
import { useSpeech } from './words.ts';

/**
 * Shows a new invitation link, which cannot be shown again. Most managers send the link with a messenger app on their
 * phone, so a button opens the share dialog of the phone.
 */
export function InvitationLink({
  invited: { staff, url, expires_at },
  onDone,
}: {
  invited: InvitedView;
  onDone: () => void;
}) {
  const { words, shell } = useSpeech();
  const { language } = useLanguage();
  const { hotel } = useSession();
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The link appears above the button that created it, so the person may have to scroll up to see it.
  useEffect(() => field.current!.focus(), []);
  const copy = async () => {
    field.current!.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // If the browser refuses to copy, the link stays selected, so that the person can copy it by hand.
    }
  };
  const share = () =>
    // The promise is also rejected if the person closes the share dialog. This is not an error.
    navigator.share({ text: words.staff.shareText(nameIn(language, hotel)), url }).catch(() => {});
  return (
    <section className="account-link" aria-label={words.staff.link}>
      <p>{words.staff.linkNote(staff.name, instantText(expires_at, shell))}</p>
      <input ref={field} readOnly dir="ltr" aria-label={words.staff.link} value={url} />
      <span className="account-actions">
        {'share' in navigator && (
          <button type="button" className="primary" onClick={() => void share()}>
            {words.staff.share}
          </button>
        )}
        <button type="button" onClick={() => void copy()}>
          {isCopied ? words.staff.copied : words.staff.copy}
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          {words.staff.done}
        </button>
      </span>
      <span className="unseen" role="status">
        {isCopied ? words.staff.copied : ''}
      </span>
    </section>
  );
}
