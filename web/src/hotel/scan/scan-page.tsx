import { useShellWords } from '../language.tsx';

export function ScanPage() {
  return <p>{useShellWords().loading}</p>;
}
