import { useDeferredValue, useEffect } from 'react';
import { replaceAddress, useHash } from '../parts/router.tsx';
import { EntryView } from '../reference/entry-view.tsx';
import { useMenu } from '../reference/load.ts';
import { Overview } from '../reference/overview.tsx';
import { ReferenceMenu } from '../reference/reference-menu.tsx';
import { NotFound } from './not-found.tsx';
import '../styles/reference.css';

/** The reference. The build makes it from the OpenAPI document. Each entry has its own address. */
export function ReferencePage({ entry }: { entry: string | null }) {
  const hash = useHash();
  // The old entry stays until the new entry is loaded. The entry and the place on the page change together.
  const [shown, place] = useDeferredValue(`${entry ?? ''}#${hash}`).split('#') as [string, string];
  const groups = useMenu();
  const ids = groups.flatMap(({ tags }) => tags.flatMap(({ entries }) => entries.map(({ id }) => id)));
  // Addresses were once like /reference#createBooking. People still use them.
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
