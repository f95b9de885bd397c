import { use } from 'react';
import { keptLoad } from '../i18n/kept-load.ts';
import { type Language, useLanguage } from '../i18n/language.tsx';
import { isSandbox } from '../parts/settings.ts';
import type { MenuGroup, ReferenceEntry } from './entry.ts';

interface ReferenceModule {
  groups: MenuGroup[];
  load: Record<string, () => Promise<{ entry: ReferenceEntry }>>;
}

const LOAD: Record<Language, () => Promise<ReferenceModule>> = {
  en: keptLoad(() => import('virtual:reference/en')),
  ar: keptLoad(() => import('virtual:reference/ar')),
  ckb: keptLoad(() => import('virtual:reference/ckb')),
};
const entries = new Map<string, Promise<ReferenceEntry | null>>();

/** The menu. In production the operations of the sandbox are left out. */
export function useMenu(): MenuGroup[] {
  const { groups } = use(LOAD[useLanguage().language]());
  if (isSandbox) return groups;
  return groups.map((group) => ({
    ...group,
    tags: group.tags
      .map((tag) => ({ ...tag, entries: tag.entries.filter(({ sandbox }) => !sandbox) }))
      .filter((tag) => tag.entries.length > 0),
  }));
}

/** Loads an entry once. Also called for an entry that the reader will probably open. */
export function preload(language: Language, id: string): Promise<ReferenceEntry | null> {
  const key = `${language}/${id}`;
  let entry = entries.get(key);
  if (entry === undefined) {
    entry = loaded(language, id).catch(() => {
      // The next use loads the entry again.
      entries.delete(key);
      return null;
    });
    entries.set(key, entry);
  }
  return entry;
}

async function loaded(language: Language, id: string): Promise<ReferenceEntry> {
  const { load } = await LOAD[language]();
  return (await load[id]!()).entry;
}

/** An entry of the menu. Null if it could not be loaded. */
export function useEntry(id: string): ReferenceEntry | null {
  return use(preload(useLanguage().language, id));
}
