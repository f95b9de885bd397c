import { useShellWords } from '../language.tsx';

export function MorePage() {
  return <p>{useShellWords().loading}</p>;
}
