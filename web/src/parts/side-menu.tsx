import { type ReactNode, useId, useState } from 'react';

interface SideMenuProps {
  label: string;
  /** The name of the current item. A phone shows this name while the menu is closed. */
  current: string;
  dir?: 'ltr';
  children: ReactNode;
  /** Content below the menu that is not part of its list of links. */
  below?: ReactNode;
}

/**
 * A menu beside the page. On a phone, a button opens the menu. Use the current item as the React key, so that the menu
 * closes when the item changes.
 */
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
