import { createContext, useContext, useEffect, useState } from 'react';
import { recall, remember } from '../browser/storage.ts';
import { storedObject } from '../browser/stored-object.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { Data } from './state/session.ts';
import { useConsoleLanguage } from './use-words.ts';

type KurdishNames = Record<string, string>;
export const KurdishNamesContext = createContext<KurdishNames>({});

/** A name. `lang` is set if the name is not in the reader's language. */
export interface NameText {
  text: string;
  lang?: 'en';
}

/**
 * Returns a function that chooses the name of a hotel, room or plan in the reader's language. If there is no Kurdish
 * name, the English name is used and marked as English.
 */
export function useNameOf(): (thing: Data) => NameText {
  const { language, words } = useConsoleLanguage();
  const kurdish = useContext(KurdishNamesContext);
  return (thing) => {
    if (language === 'en') return { text: thing.name_en };
    if (language === 'ar') return { text: thing.name_ar };
    const own = thing.name_ckb ?? kurdish[thing.public_id] ?? words.board[thing.pricing_model];
    return own === undefined ? { text: thing.name_en, lang: 'en' } : { text: own };
  };
}

export function Name({ of }: { of: Data }) {
  const { text, lang } = useNameOf()(of);
  return <bdi lang={lang}>{text}</bdi>;
}

/**
 * The Kurdish names of hotels. Only the profile of a hotel contains its Kurdish name, because the specification defines
 * no Kurdish name for lists and search results. Each profile is requested once and the name is stored, because every
 * request counts towards the reader's rate limit.
 */
export function useKurdishNames(hotels: Data[], get: (path: string) => Promise<Data>): KurdishNames {
  const { language } = useLanguage();
  const [names, setNames] = useState<KurdishNames>(() => ({ ...storedObject(recall('kurdish-names')) }));
  useEffect(() => {
    const unknown = hotels.filter((hotel) => language === 'ckb' && names[hotel.public_id] === undefined);
    if (unknown.length === 0) return;
    let isCurrent = true;
    Promise.all(unknown.map((hotel) => get(`/v1/hotels/${hotel.public_id}`))).then((profiles) => {
      const found = profiles.filter(Boolean).map((profile) => [profile.public_id, profile.name_ckb]);
      if (!isCurrent || found.length === 0) return;
      const known = { ...names, ...Object.fromEntries(found) };
      remember('kurdish-names', JSON.stringify(known));
      setNames(known);
    });
    return () => {
      isCurrent = false;
    };
  }, [hotels, language, names, get]);
  return names;
}
