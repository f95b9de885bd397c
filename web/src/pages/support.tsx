import { useWords } from '../i18n/language.tsx';
import { useTitle } from '../parts/title.ts';
import { SupportView } from '../support/support-view.tsx';
import '../styles/support.css';

export function SupportPage() {
  const words = useWords();
  useTitle(words.support);
  return <SupportView />;
}
