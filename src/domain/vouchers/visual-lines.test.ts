import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, outside } from './mixed-text.ts';
import { type VisualRun, visualLines, visualRuns } from './visual-lines.ts';

const texts = (runs: VisualRun[]) => runs.map((run) => run.text);
/** Returns the width of a run if each character is one point wide. */
const measure = (run: VisualRun) => run.text.length;

describe('a line from left to right', () => {
  it('keeps a voucher id in its order within an Arabic sentence', () => {
    expect(visualRuns(`رقم القسيمة ${code('IHC-2026-7KMQ2X')} صالح`, 'rtl')).toEqual([
      { text: ' صالح', script: 'arabic' },
      { text: 'IHC-2026-7KMQ2X', script: 'latin' },
      { text: 'رقم القسيمة ', script: 'arabic' },
    ]);
  });

  it('needs the isolate to keep the order of a date', () => {
    expect(texts(visualRuns('رقم 2026-11-15', 'rtl'))).toEqual(['15', '-', '11', '-', '2026', 'رقم ']);
    expect(texts(visualRuns(`رقم ${code('2026-11-15')}`, 'rtl'))).toEqual(['2026-11-15', 'رقم ']);
  });

  it('keeps the numbers of a hotel name, which would turn round without their isolate', () => {
    expect(texts(visualRuns('فندق الاختبار 2026-0042', 'rtl')).join('|')).toBe('0042|-|2026|فندق الاختبار ');
    expect(texts(visualRuns(outside('فندق الاختبار 2026-0042'), 'rtl'))).toEqual([
      '2026-0042',
      'فندق الاختبار ',
    ]);
    expect(texts(visualRuns(outside('شارع 12/4'), 'ltr'))).toEqual(['12/4', 'شارع ']);
    expect(texts(visualRuns(outside('اتصلوا على +9647701234567'), 'rtl'))[0]).toBe('+9647701234567');
  });

  it('keeps times, amounts and telephone numbers', () => {
    expect(texts(visualRuns(`من الساعة ${code('14:00')}`, 'rtl'))).toEqual(['14:00', 'من الساعة ']);
    expect(texts(visualRuns(`${code('386,400')} دينار عراقي`, 'rtl'))).toEqual([' دينار عراقي', '386,400']);
    expect(texts(visualRuns(`الهاتف: ${code('+9647700000010')}`, 'rtl'))).toEqual([
      '+9647700000010',
      ' ',
      ':',
      'الهاتف',
    ]);
  });

  it('puts an Arabic name into an English line without turning what follows', () => {
    expect(texts(visualRuns(`Guest: ${outside('زينب الكربلائي')}, 2 adults`, 'ltr'))).toEqual([
      'Guest: ',
      'زينب الكربلائي',
      ', 2 adults',
    ]);
  });

  it('mirrors brackets that are read from the right', () => {
    expect(texts(visualRuns('غرفة (هادئة)', 'rtl'))).toEqual(['(', 'هادئة', ')', 'غرفة ']);
    expect(texts(visualRuns('(IA-145)', 'ltr'))).toEqual(['(IA-145)']);
  });

  it('keeps Arabic digits from left to right, and marks with their letters', () => {
    expect(texts(visualRuns('من ٧٢ ساعة', 'rtl'))).toEqual([' ساعة', '٧٢', 'من ']);
    expect(texts(visualRuns('تُحتسب ليالٍ', 'rtl'))).toEqual(['تُحتسب ليالٍ']);
  });

  it('marks what no font of ours can draw', () => {
    expect(texts(visualRuns('李 Ali', 'ltr'))).toEqual(['\uFFFD Ali']);
  });
});

describe('lines', () => {
  it('break at spaces and keep the directions of the whole text', () => {
    const text = `${outside('Abu Ali')} في الفندق`;
    expect(visualLines(text, 'rtl', 9, measure).map(texts)).toEqual([['Abu Ali'], ['في الفندق']]);
    expect(visualLines(outside('Abu Ali Hasan'), 'rtl', 8, measure).map(texts)).toEqual([
      ['Abu Ali'],
      ['Hasan'],
    ]);
  });

  it('break a word that is wider than the line', () => {
    expect(visualLines('abcdefghij kl', 'ltr', 4, measure).map(texts)).toEqual([
      ['abcd'],
      ['efgh'],
      ['ij'],
      ['kl'],
    ]);
  });

  it('end with an ellipsis where there is no room for more, on the side where reading ends', () => {
    expect(visualLines('one two three four', 'ltr', 9, measure, 1).map(texts)).toEqual([['one two…']]);
    expect(visualLines('واحد اثنان ثلاثة', 'rtl', 12, measure, 1).map(texts)).toEqual([['…', 'واحد اثنان']]);
  });

  it('hold any text without going wider than asked, and lose no character', () => {
    const anything = fc.array(
      fc.oneof(
        fc.constantFrom('زينب ', 'Ali ', '(x)', '١٢', '42', '٪', ' ', '😀', 'ُ', '\u200C', 'میرزا', '-'),
        fc.string({ unit: 'grapheme', maxLength: 5 }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom('ltr', 'rtl'),
        fc.integer({ min: 2, max: 30 }),
        (parts, direction, width) => {
          const text = outside(parts.join(''));
          const lines = visualLines(text, direction as 'ltr' | 'rtl', width, measure);
          for (const line of lines)
            expect(texts(line).join('').length).toBeLessThanOrEqual(Math.max(width, 2));
          const size = (some: string) => [...some.replace(/[\s\u2066-\u2069]/g, '')].length;
          expect(size(lines.flatMap(texts).join(''))).toBe(size(text));
        },
      ),
      { numRuns: 300 },
    );
  });
});
