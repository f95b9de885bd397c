import { useShellWords } from '../language.tsx';

export function BookingPage() {
  return <p>{useShellWords().loading}</p>;
}
