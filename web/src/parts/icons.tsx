import type { ReactNode } from 'react';

/** Icons are SVG, because few fonts contain these signs. A missing sign would be shown as an empty box. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" fill="currentColor" aria-hidden="true" className="icon">
      {children}
    </svg>
  );
}

export function SunIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="5" />
      <path
        d="M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.2 7 7M17 17l2.8 2.8M4.2 19.8 7 17M17 7l2.8-2.8"
        stroke="currentColor"
        strokeWidth="2"
      />
    </Icon>
  );
}

export function MoonIcon() {
  return (
    <Icon>
      <path d="M20.5 14.5A9 9 0 1 1 9.5 3.5a7.5 7.5 0 0 0 11 11z" />
    </Icon>
  );
}

export function StarIcon() {
  return (
    <Icon>
      <path d="m12 2 3.1 6.6 7.1.9-5.2 5 1.3 7.1L12 18.1l-6.3 3.5L7 14.5l-5.2-5 7.1-.9z" />
    </Icon>
  );
}

function Strokes({ d }: { d: string }) {
  return (
    <Icon>
      <path d={d} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </Icon>
  );
}

export function StopIcon() {
  return <Strokes d="M12 3a9 9 0 1 1 0 18 9 9 0 1 1 0-18zM6 6l12 12" />;
}

/** An arrow to the right that ends at a wall. This icon means that no guest can arrive on this day. */
export function NoArrivalIcon() {
  return <Strokes d="M3 12h13M11 7l5 5-5 5M21 4v16" />;
}

/** An arrow to the left that ends at a wall. This icon means that no guest can depart on this day. */
export function NoDepartureIcon() {
  return <Strokes d="M21 12H8M13 7l-5 5 5 5M3 4v16" />;
}

export function ArrowIcon() {
  return <Strokes d="M3 12h17M14 6l6 6-6 6" />;
}

export function CloseIcon() {
  return <Strokes d="M5 5l14 14M19 5L5 19" />;
}

export function MenuIcon() {
  return <Strokes d="M3 6h18M3 12h18M3 18h18" />;
}

export function SearchIcon() {
  return <Strokes d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13zM15.5 15.5L21 21" />;
}

/** Two links of a chain. This icon stands for the address of one part of the page. */
export function LinkIcon() {
  return (
    <Strokes d="M10 14a4 4 0 0 0 6 0l3.5-3.5a4.2 4.2 0 0 0-6-6L12 6M14 10a4 4 0 0 0-6 0l-3.5 3.5a4.2 4.2 0 0 0 6 6L12 18" />
  );
}

export function CheckIcon() {
  return <Strokes d="M4 12.5l5.5 5.5L20 7" />;
}
