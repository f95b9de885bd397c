import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad';

/** One word about the thing beside it: a state, a type, a version. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

const METHOD_TONES: Record<string, Tone> = {
  GET: 'good',
  POST: 'brand',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
  DEL: 'bad',
};

/** The method of a request. The same colours everywhere. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={`badge method ${METHOD_TONES[method] ?? 'neutral'}`} dir="ltr">
      {method}
    </span>
  );
}
