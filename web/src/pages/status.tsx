import { useWords } from '../i18n/language.tsx';
import { useTitle } from '../parts/title.ts';
import { StatusView } from '../status/status-view.tsx';
import '../styles/status.css';

export function StatusPage() {
  const words = useWords();
  useTitle(words.statusPage);
  return <StatusView />;
}
