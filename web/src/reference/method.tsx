import { Badge, MethodBadge } from '../parts/badge.tsx';
import type { MenuEntry } from './entry.ts';
import { useReferenceWords } from './words.ts';

/** Shows the method of an operation, or that the entry is a webhook. The menu uses the short form. */
export function Method({ entry, short = false }: { entry: MenuEntry; short?: boolean }) {
  const words = useReferenceWords();
  if (entry.kind === 'webhook') return <Badge>{words.webhook}</Badge>;
  return <MethodBadge method={short && entry.method === 'DELETE' ? 'DEL' : entry.method} />;
}
