import { useWordsOf } from '../language.tsx';
import { scanAr } from '../words/scan-ar.ts';
import { scanCkb } from '../words/scan-ckb.ts';
import { type ScanWords, scanEn } from '../words/scan-en.ts';

export function useScanWords(): ScanWords {
  return useWordsOf({ ar: scanAr, ckb: scanCkb, en: scanEn });
}
