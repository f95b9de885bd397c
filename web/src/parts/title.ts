import { useEffect } from 'react';
import { useWords } from '../i18n/language.tsx';

/** Sets the title of the window. If `name` is null, the title is only the name of the site. */
export function useTitle(name: string | null): void {
  const words = useWords();
  useEffect(() => {
    document.title = name === null ? words.name : `${name} · ${words.name}`;
  }, [name, words]);
}
