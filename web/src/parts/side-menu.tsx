import { type ReactNode, useId, useState } from 'react';

interface SideMenuProps {
  label: string;
  /** The current item, shown on a phone while the menu is closed. */
  current: string;
  dir?: 'ltr';
  children: ReactNode;
  /** Content below the menu, other than links. */
  below?: ReactNode;
}

/** A menu beside the page. On a phone, a button opens it. Set the current item as React key to close it on a change. */
export function SideMenu({ label, current, dir, children, below }: SideMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="side">
      <button
        type="button"
        className="menu-toggle side-toggle"
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
