/**
 * Our logo: a stepped gate of Mesopotamia, and a channel that leads through the gate. The logo has only one colour, the
 * colour of the text.
 */
export function Mark({ size }: { size: number }) {
  return (
    <svg
      viewBox="4 6 24 22"
      width={size}
      height={size}
      fill="currentColor"
      aria-hidden="true"
      className="mark"
    >
      <path d="M4 28V16h3v-5h4V6h10v5h4v5h3v12h-4.5v-7.5a7.5 7.5 0 0 0-15 0V28z" />
      <path d="M13.5 28v-7.5a2.5 2.5 0 0 1 5 0V28z" className="mark-channel" />
    </svg>
  );
}
