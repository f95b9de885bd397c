import { useShellWords } from '../language.tsx';

export function RoomsPage() {
  return <p>{useShellWords().loading}</p>;
}
