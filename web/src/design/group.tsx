import { type ReactNode, useId } from 'react';

interface GroupProps {
  title: string;
  /** When to use the parts of this group. */
  note?: string;
  children: ReactNode;
}

export function Group({ title, note, children }: GroupProps) {
  const id = useId();
  return (
    <section className="design-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note !== undefined && <p className="hint">{note}</p>}
      {children}
    </section>
  );
}
