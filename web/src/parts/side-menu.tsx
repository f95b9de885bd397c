import { type ReactNode, useId, useState } from 'react';

interface SideMenuProps {
  label: string;
  /** Where the reader is: what the closed menu shows on a phone. */
  current: string;
  dir?: 'ltr';
  children: ReactNode;
  /** What belongs beside the page but leads nowhere. */
  below?: ReactNode;
}

/** A list beside the page; on a phone a button that opens it. Give it the current item as key: it then closes by itself. */
export function SideMenu({ label, current, dir, children, below }: SideMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="side">
      <button
        type="button"
        className="side-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{label}</span> <strong>{current}</strong>
      </button>
      <nav id={id} aria-label={label} dir={dir} className={open ? 'open' : undefined}>
        {children}
      </nav>
      {below}
    </div>
  );
}
