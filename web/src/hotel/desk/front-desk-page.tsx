import { useShellWords } from '../language.tsx';

export function FrontDeskPage() {
  return <p>{useShellWords().loading}</p>;
}
