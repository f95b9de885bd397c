import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad';

/** A word in a coloured frame, such as a state, a type or a version. */
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

/** The method of a request. A method has the same colour on all pages. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={`badge method ${METHOD_TONES[method] ?? 'neutral'}`} dir="ltr">
      {method}
    </span>
  );
}
