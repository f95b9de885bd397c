import { useWordsOf } from '../language.tsx';
import { receptionAr } from '../words/reception-ar.ts';
import { receptionCkb } from '../words/reception-ckb.ts';
import { type ReceptionWords, receptionEn } from '../words/reception-en.ts';

export function useReceptionWords(): ReceptionWords {
  return useWordsOf({ ar: receptionAr, ckb: receptionCkb, en: receptionEn });
}
