import { describe, expect, it } from 'vitest';
import { idOf } from '../../kernel/ids.ts';
import { MOST_CONTRACT_LINES, readContractFile } from './contract-file.ts';
import { type NamedInLines, readContractLines } from './contract-lines.ts';

const HEADER = 'partner,hotel,commission,permissions,collected_by,from,until';
const GOOD = 'acme,HTL-2026-0001,12.5,view book,partner,2026-12-01,';
const UUID = '00000000-0000-4000-8000-000000000001';
const NAMED: NamedInLines = {
  partners: new Map([
    ['acme', { id: idOf('1'), sharesContracts: false }],
    ['tester', { id: idOf('2'), sharesContracts: true }],
  ]),
  hotels: new Map([
    ['HTL-2026-0001', { id: idOf(UUID), publicId: 'HTL-2026-0001' }],
    [UUID, { id: idOf(UUID), publicId: 'HTL-2026-0001' }],
  ]),
};

const bytes = (text: string) => new TextEncoder().encode(text);
function read(...lines: string[]) {
  const file = readContractFile(bytes(lines.join('\n')));
  return file.ok ? readContractLines(file.value, NAMED) : file;
}
function problemsOf(...lines: string[]): string[] {
  const outcome = read(...lines);
  return outcome.ok ? [] : outcome.problems;
}

describe('a file of contracts', () => {
  it('is read with a byte order mark, CRLF, empty lines, and columns in any order', () => {
    const text = `\uFEFFhotel,partner,commission,permissions,collected_by,from,until\r\n\r\nHTL-2026-0001,acme,12.5,"book,view",HOTEL,2026-12-01,2026-12-01\r\n`;
    const file = readContractFile(bytes(text));
    expect(file.ok && readContractLines(file.value, NAMED)).toMatchObject({
      ok: true,
      value: [
        {
          partner: { clientId: 'acme' },
          hotel: { publicId: 'HTL-2026-0001' },
          commissionBasisPoints: 1_250,
          permissions: ['VIEW', 'BOOK'],
          collectedBy: 'HOTEL',
          validFrom: '2026-12-01',
          validUntil: '2026-12-01',
        },
      ],
    });
  });

  it.each(['view book', 'view+book', 'BOOK|VIEW', 'view | book'])('reads the permissions %j', (cell) => {
    expect(read(HEADER, GOOD.replace('view book', cell))).toMatchObject({
      value: [{ permissions: ['VIEW', 'BOOK'] }],
    });
  });

  it.each([
    ['acme', 'nobody', 'line 2, partner: partner nobody does not exist'],
    ['acme', 'tester', 'line 2, partner: tester uses the contracts of another client'],
    ['acme', '', 'line 2, partner: must not be empty'],
    ['HTL-2026-0001', 'HTL-2026-9999', 'line 2, hotel: hotel HTL-2026-9999 does not exist'],
    ['12.5', '100.01', 'line 2, commission: must be from 0 to 100 percent'],
    ['12.5', '1.125', 'line 2, commission: must be from 0 to 100 percent, with at most two decimals'],
    ['view book', 'view sell', 'line 2, permissions: must be view, book or both, not "view sell"'],
    ['view book', '', 'line 2, permissions: must be view'],
    ['partner', 'guest', 'line 2, collected_by: must be partner or hotel, not "guest"'],
    ['2026-12-01,', '2026-02-30,', 'line 2, from: must be a valid date'],
    ['2026-12-01,', '2026-12-01,soon', 'line 2, until: must be a valid date'],
    ['2026-12-01,', '2026-12-01,2026-11-30', 'line 2, until: must not be before from, 2026-12-01'],
    [',2026-12-01,', ',2026-12-01', 'line 2: has 6 cells, but the first line names 7 columns'],
  ])('names the line and the column when %j is %j', (good, bad, problem) => {
    const at = GOOD.lastIndexOf(good);
    const line = GOOD.slice(0, at) + bad + GOOD.slice(at + good.length);
    const problems = problemsOf(
      HEADER,
      good === 'partner' || good === 'acme' ? GOOD.replace(good, bad) : line,
    );
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it('reports every problem of every line', () => {
    const bad = 'nobody,nowhere,x,x,x,x,x';
    const problems = problemsOf(HEADER, bad, GOOD, '', bad, 'one cell');
    expect(problems.map((problem) => problem.replace(/:.*/, ''))).toEqual([
      ...['partner', 'hotel', 'commission', 'permissions', 'collected_by', 'from', 'until'].map(
        (column) => `line 2, ${column}`,
      ),
      ...['partner', 'hotel', 'commission', 'permissions', 'collected_by', 'from', 'until'].map(
        (column) => `line 5, ${column}`,
      ),
      'line 6',
    ]);
  });

  it('has one line per partner and hotel, however the hotel is named', () => {
    expect(problemsOf(HEADER, GOOD, GOOD.replace('HTL-2026-0001', UUID))).toEqual([
      expect.stringContaining('line 3, hotel: partner and hotel are the same as in line 2'),
    ]);
  });

  it('names unknown, missing and repeated columns', () => {
    expect(problemsOf('partner,hotel,hotel,percent,permissions,collected_by,from', GOOD)).toEqual([
      expect.stringContaining('unknown column "percent"'),
      'line 1: column hotel is there twice',
      'line 1: column commission is missing',
      'line 1: column until is missing',
    ]);
  });

  it('is refused when it is empty, not UTF-8 or not CSV', () => {
    expect(problemsOf('')).toEqual([expect.stringContaining('the file is empty')]);
    expect(problemsOf(HEADER, GOOD.replace('a', '\0'))).toEqual([expect.stringContaining('NUL')]);
    expect(problemsOf(HEADER, '"acme')).toEqual([expect.stringContaining('not valid CSV')]);
    expect(readContractFile(Uint8Array.of(0xff, 0xfe, 0x61))).toMatchObject({
      problems: [expect.stringContaining('not UTF-8')],
    });
  });

  it(`has at most ${MOST_CONTRACT_LINES} lines`, () => {
    const most = Array.from({ length: MOST_CONTRACT_LINES }, () => GOOD);
    expect(readContractFile(bytes([HEADER, ...most].join('\n')))).toMatchObject({ ok: true });
    expect(problemsOf(HEADER, ...most, GOOD)).toEqual([
      expect.stringContaining(`at most ${MOST_CONTRACT_LINES} are allowed`),
    ]);
  });
});
