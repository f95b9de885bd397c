import { Parts } from '../design/parts.tsx';
import { Tokens } from '../design/tokens.tsx';
import { useDesignWords } from '../design/use-words.ts';
import { useWords } from '../i18n/language.tsx';
import { useTitle } from '../parts/title.ts';
import '../styles/design.css';

export function DesignPage() {
  const site = useWords();
  const words = useDesignWords();
  useTitle(site.design);
  return (
    <div className="design">
      <h1>{site.design}</h1>
      <p className="lead">{words.intro}</p>
      <Tokens />
      <Parts />
    </div>
  );
}
