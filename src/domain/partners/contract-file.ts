// Reads contracts from a CSV file.

import { CsvError, parse } from 'csv-parse/sync';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { CONTRACT_COLUMNS, type ContractLine } from './contract-lines.ts';

export const MOST_CONTRACT_LINES = 10_000;

interface CsvLine {
  record: string[];
  info: { lines: number };
}

/** Reads a CSV file of contracts. The first line of the file contains the names of the columns, in any order. */
export function readContractFile(bytes: Uint8Array): Outcome<ContractLine[], Declined> {
  const rows = parseCsv(bytes);
  if (!rows.ok) return rows;
  const [header, ...lines] = rows.value;
  if (header === undefined)
    return decline(`the file is empty: its first line must be ${CONTRACT_COLUMNS.join()}`);
  const names = header.record;
  const problems = headerProblems(names);
  if (problems.length > 0) return decline(...problems);
  if (lines.length > MOST_CONTRACT_LINES)
    return decline(
      `the file has ${lines.length} lines of contracts; at most ${MOST_CONTRACT_LINES} are allowed`,
    );
  return accept(lines.map((line) => contractLine(line, names)));
}

function contractLine({ record, info }: CsvLine, names: string[]): ContractLine {
  const isWhole = record.length === names.length;
  const cells = names.map((name, index) => [name, isWhole ? record[index]! : '']);
  return {
    cells: Object.fromEntries(cells) as ContractLine['cells'],
    place: (column) => `line ${info.lines}, ${column}`,
    ...(!isWhole && {
      problem: `line ${info.lines}: has ${record.length} cells, but the first line names ${names.length} columns`,
    }),
  };
}

function parseCsv(bytes: Uint8Array): Outcome<CsvLine[], Declined> {
  if (bytes.includes(0)) return decline('the file is not UTF-8: it has a NUL character');
  let text: string;
  try {
    // The decoder removes a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decline('the file is not UTF-8: save it as CSV in UTF-8');
  }
  try {
    const options = { info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    return accept(parse(text, options) as unknown as CsvLine[]);
  } catch (error) {
    if (error instanceof CsvError) return decline(`the file is not valid CSV: ${error.message}`);
    throw error;
  }
}

function headerProblems(names: string[]): string[] {
  const known: readonly string[] = CONTRACT_COLUMNS;
  return [
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => `line 1: unknown column "${name}"; the columns are ${known.join()}`),
    ...names
      .filter((name, index) => known.includes(name) && names.indexOf(name) !== index)
      .map((name) => `line 1: column ${name} is there twice`),
    ...known.filter((name) => !names.includes(name)).map((name) => `line 1: column ${name} is missing`),
  ];
}
