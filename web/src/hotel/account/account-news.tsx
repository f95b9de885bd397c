import { useCallback, useEffect, useState } from 'react';
import type { AuditLine } from '../../../../src/http/hotel-page/audit-api.ts';
import { callApi } from '../api.ts';
import { instantText } from '../dates.ts';
import { actionText, Who } from './activity.tsx';
import { useSpeech } from './words.ts';
import '../../styles/hotel-account.css';

/**
 * Shows a manager which changes other people have made to accounts. The list is on every screen until the manager marks
 * it as read.
 */
export function AccountNews({ path }: { path: string }) {
  const { words, shell } = useSpeech();
  const [lines, setLines] = useState<AuditLine[]>([]);
  // If this request fails, the next screen sends it again.
  const load = useCallback(() => void callApi<AuditLine[]>('/staff/news').then(setLines, () => {}), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on every screen.
  useEffect(load, [path]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && load();
    addEventListener('visibilitychange', onVisible);
    return () => removeEventListener('visibilitychange', onVisible);
  }, [load]);
  const [newest] = lines;
  if (newest === undefined) return null;
  const seen = async () => {
    await callApi('/staff/news/seen', { body: { last: newest.id } }).then(load, () => {});
  };
  return (
    <section className="account-link account-news" aria-label={words.news.title} role="status">
      <strong>{words.news.title}</strong>
      <ul className="account-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <span className="account-line">
              <span>
                {actionText(line.action, words)} <bdi>{emailOf(line)}</bdi>
              </span>
              <small>
                <Who line={line} words={words} />
                {shell.comma} {instantText(line.at, shell)}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <p>{words.news.note}</p>
      <span className="account-actions">
        <button type="button" onClick={() => void seen()}>
          {words.news.seen}
        </button>
      </span>
    </section>
  );
}

/** Returns the e-mail address of the account that was changed. */
function emailOf({ facts = [] }: AuditLine): string {
  const email = facts.find(({ field }) => field === 'email');
  return email?.after ?? email?.before ?? '';
}
