import { useShellWords } from '../language.tsx';

export function InvitationPage() {
  return <p>{useShellWords().loading}</p>;
}
