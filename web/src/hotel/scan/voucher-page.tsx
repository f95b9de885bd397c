import { useShellWords } from '../language.tsx';

export function VoucherPage() {
  return <p>{useShellWords().loading}</p>;
}
