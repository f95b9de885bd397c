import { useEffect, useState } from 'react';
import { type Language, useLanguage } from '../i18n/language.tsx';
import { isSandbox } from '../parts/settings.ts';
import type { Find } from './find.ts';

const LOAD: Record<Language, () => Promise<{ index: string }>> = {
  en: () => import('virtual:search/en'),
  ar: () => import('virtual:search/ar'),
  ckb: () => import('virtual:search/ckb'),
};
const opened: Partial<Record<Language, Promise<Find>>> = {};

/** Loads the index of a language once. After a failure, the next use loads again. */
function loadFind(language: Language): Promise<Find> {
  opened[language] ??= Promise.all([import('./find.ts'), LOAD[language]()]).then(
    ([{ openIndex }, { index }]) => openIndex(index, isSandbox),
    (error) => {
      delete opened[language];
      throw error;
    },
  );
  return opened[language];
}

export function useFind(): Find | 'loading' | 'failed' {
  const { language } = useLanguage();
  const [find, setFind] = useState<{ find: Find | 'loading' | 'failed' }>({ find: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    loadFind(language).then(
      (loaded) => isCurrent && setFind({ find: loaded }),
      () => isCurrent && setFind({ find: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return find.find;
}
