import { useWordsOf } from '../language.tsx';
import { deskAr } from '../words/desk-ar.ts';
import { deskCkb } from '../words/desk-ckb.ts';
import { type DeskWords, deskEn } from '../words/desk-en.ts';

export function useDeskWords(): DeskWords {
  return useWordsOf({ ar: deskAr, ckb: deskCkb, en: deskEn });
}
