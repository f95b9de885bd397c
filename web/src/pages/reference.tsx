import { useDeferredValue, useEffect } from 'react';
import { replaceAddress, useHash } from '../parts/router.tsx';
import { EntryView } from '../reference/entry-view.tsx';
import { useMenu } from '../reference/load.ts';
import { Overview } from '../reference/overview.tsx';
import { ReferenceMenu } from '../reference/reference-menu.tsx';
import { NotFound } from './not-found.tsx';
import '../styles/reference.css';

/** The API reference. The build makes its content from the OpenAPI document. Each entry has its own address. */
export function ReferencePage({ entry }: { entry: string | null }) {
  const hash = useHash();
  // The old entry stays until the new entry is loaded. The entry and the hash change in the same render.
  const [shown, place] = useDeferredValue(`${entry ?? ''}#${hash}`).split('#') as [string, string];
  const groups = useMenu();
  const ids = groups.flatMap(({ tags }) => tags.flatMap(({ entries }) => entries.map(({ id }) => id)));
  // Old addresses of entries have the form /reference#createBooking. People still use them.
  const isOld = entry === null && ids.includes(hash);
  useEffect(() => {
    if (isOld) replaceAddress(`/reference/${hash}`);
  }, [isOld, hash]);
  if (shown !== '' && !ids.includes(shown)) return <NotFound />;
  return (
    <div className="reference wide">
      <ReferenceMenu groups={groups} current={shown === '' ? null : shown} />
      {shown === '' ? <Overview hash={place} /> : <EntryView key={shown} id={shown} hash={place} />}
    </div>
  );
}
