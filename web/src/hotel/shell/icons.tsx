/** The icons of the tab bar. They are SVG, because some phones have no font with these signs. */
const SHAPES = {
  reception: 'M4 19h16M6 19v-6a6 6 0 0 1 12 0v6M12 7V4M10 4h4',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8h3v3H8zM14 14h2v2h-2zM14 8h2v2h-2zM8 14h2v2H8z',
  rooms: 'M3 19v-6h18v6M3 16h18M5 13V7h14v6M8 13v-3h8v3',
  more: 'M4 7h16M4 12h16M4 17h16',
  back: 'M10 6l-6 6 6 6M4 12h16',
  phone: 'M6 3h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a3 3 0 0 1-3 3A16 16 0 0 1 3 6a3 3 0 0 1 3-3z',
  find: 'M10 4a6 6 0 1 1 0 12 6 6 0 1 1 0-12zM15 15l5 5',
  check: 'M4 13l5 5L20 6',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 1 1 0-18zM12 7v5l3 3',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v1',
} as const;
export type Shape = keyof typeof SHAPES;

export function HotelIcon({ shape }: { shape: Shape }) {
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true" className={`icon icon-${shape}`}>
      <path
        d={SHAPES[shape]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
