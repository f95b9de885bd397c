// Parses a hotel file. Returns its hotels, and all problems with their positions in the file.

import { checkHotel } from './check-hotel.ts';
import { type HotelFile, HotelSchema } from './hotel-file.schema.ts';
import { locateJsonError } from './locate-json-error.ts';
import { checkSchema, type Sound } from './schema-problems.ts';

/** The file that contains a hotel, and the path of the hotel in this file, such as `hotels[3]`. */
interface Place {
  file: string;
  path: string;
}

/** A hotel of a file, without the fields that could not be read. */
export interface ReadHotel extends Place {
  sound: Sound<HotelFile>;
}

export interface ReadFile {
  hotels: ReadHotel[];
  problems: string[];
}

/**
 * Reads a hotel file: one hotel, or an object with a list of hotels. Returns all problems that can be found without the
 * database.
 */
export function readHotelFile(file: string, text: string): ReadFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const { line, column, found } = locateJsonError(text);
    const what = found === '' ? 'the text ends too early' : `unexpected ${JSON.stringify(found)}`;
    return { hotels: [], problems: [`${file}: is not valid JSON: line ${line}, column ${column}: ${what}`] };
  }
  if (isDeeper(content, DEEPEST))
    return { hotels: [], problems: [`${file}: must have at most ${DEEPEST} levels of objects and lists`] };
  if (typeof content === 'object' && content !== null && 'hotels' in content) return readList(file, content);
  return readHotel(file, content, '');
}

/**
 * The maximum number of nested levels. A hotel file has nine levels. With a few thousand levels, recursive code would
 * exhaust the stack.
 */
const DEEPEST = 100;

function isDeeper(content: unknown, levels: number): boolean {
  if (typeof content !== 'object' || content === null) return false;
  return levels === 0 || Object.values(content).some((one) => isDeeper(one, levels - 1));
}

function readList(file: string, content: { hotels: unknown }): ReadFile {
  const unknown = Object.keys(content).filter((name) => name !== 'hotels' && name !== '$schema');
  const problems = unknown.map((name) => `${file}: ${name}: unknown field; known here: hotels`);
  if (!Array.isArray(content.hotels))
    return { hotels: [], problems: [...problems, `${file}: hotels: must be a list of hotels`] };
  const read = content.hotels.map((one, index) => readHotel(file, one, `hotels[${index}]`));
  return {
    hotels: read.flatMap((one) => one.hotels),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  };
}

function readHotel(file: string, content: unknown, path: string): ReadFile {
  const { problems, sound } = checkSchema<HotelFile>(HotelSchema, content, '');
  const place = { file, path };
  const hotels = sound === undefined ? [] : [{ ...place, sound }];
  const more = sound === undefined ? [] : checkHotel(sound);
  return { hotels, problems: [...problems, ...more].map((one) => messageAt(place, one.path, one.message)) };
}

export function messageAt(place: Place, inside: string, message: string): string {
  return `${placeOf(place, inside)}: ${message}`;
}

/**
 * Returns the file and the path of a value as text. `inside` begins with a dot or a bracket, or is empty for the hotel
 * itself.
 */
function placeOf({ file, path }: Place, inside: string): string {
  const whole = path === '' ? inside.replace(/^\./, '') : `${path}${inside}`;
  return whole === '' ? file : `${file}: ${whole}`;
}

/** Finds hotels and ids that occur twice in one file or in different files. */
export function findRepeated(hotels: ReadHotel[]): string[] {
  const problems: string[] = [];
  const seen = new Map<string, string>();
  const check = (hotel: ReadHotel, inside: string, kind: string, value: string | undefined) => {
    if (value === undefined) return;
    const first = seen.get(`${kind} ${value}`);
    if (first === undefined) seen.set(`${kind} ${value}`, placeOf(hotel, inside));
    else problems.push(messageAt(hotel, inside, `must be unique: ${first} is "${value}" too`));
  };
  for (const hotel of hotels) {
    check(hotel, '.publicId', 'publicId', hotel.sound.publicId);
    for (const { inside, kind, id } of idsOf(hotel.sound)) check(hotel, inside, kind, id);
  }
  return problems;
}

/** Returns all ids that a file gives to a hotel and its parts. */
export function idsOf(hotel: Sound<HotelFile>): { inside: string; kind: string; id: string }[] {
  const ids: { inside: string; kind: string; id: string }[] = [];
  const add = (inside: string, kind: string, of: { id?: string | undefined } | undefined) => {
    if (of?.id !== undefined) ids.push({ inside: `${inside}.id`, kind, id: of.id });
  };
  add('', 'hotel', hotel);
  hotel.cancellationPolicies?.forEach((one, at) => {
    add(`.cancellationPolicies[${at}]`, 'policy', one);
  });
  hotel.roomTypes?.forEach((room, at) => {
    add(`.roomTypes[${at}]`, 'room type', room);
    room?.ratePlans?.forEach((plan, index) => {
      add(`.roomTypes[${at}].ratePlans[${index}]`, 'rate plan', plan);
    });
  });
  return ids;
}
