import type { ReactNode } from 'react';

/** Drawn as SVG, not typed: few fonts have these signs, and a missing one is shown as an empty box. */
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

/** An arrow to the right, into a wall: no arrivals. */
export function NoArrivalIcon() {
  return <Strokes d="M3 12h13M11 7l5 5-5 5M21 4v16" />;
}

/** An arrow to the left, into a wall: no departures. */
export function NoDepartureIcon() {
  return <Strokes d="M21 12H8M13 7l-5 5 5 5M3 4v16" />;
}

export function ArrowIcon() {
  return <Strokes d="M3 12h17M14 6l6 6-6 6" />;
}
