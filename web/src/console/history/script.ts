import type { Credentials } from '../../api/keys.ts';
import type { Call } from '../state/session.ts';

/**
 * Response fields whose values are different each time the script runs. Ids of hotels, rooms and plans stay the same.
 */
const NEW_IN_RESPONSES: Record<string, string> = {
  quote_id: 'QUOTE_ID',
  prebook_token: 'PREBOOK_TOKEN',
  booking_id: 'BOOKING_ID',
  voucher_id: 'VOUCHER_ID',
  webhook_id: 'WEBHOOK_ID',
};
/** Keys that the caller creates. Each run of the script needs new keys. */
const NEW_IN_REQUESTS = ['Idempotency-Key', 'messageId'];

interface Found {
  variable: string;
  name: string;
  /** The position among the fields of the response that have this name, counted from 1. */
  place: number;
}

/**
 * Returns a bash script that sends all requests of this session again. The script uses only curl and tools such as
 * grep, because jq, node and python3 are not installed everywhere. The script stops if a response has a different
 * status from the response in this session.
 */
export function scriptOf(calls: Call[], origin: string, credentials: Credentials): string {
  const finished = calls.filter(({ response }) => response !== null);
  const variables = new Map<string, string>();
  const lines = finished.flatMap((call, index) => [
    '',
    `# ${index + 1}. ${call.operation}`,
    ...linesOf(call, finished.slice(index + 1), variables),
  ]);
  return [...headOf(origin, credentials), ...lines, '', `echo 'Done.'`, ''].join('\n');
}

function headOf(origin: string, { clientId, apiKey, supply }: Credentials): string[] {
  return [
    '#!/usr/bin/env bash',
    '# Sends the requests of a session of the console again. Other credentials: set the variables before.',
    'set -euo pipefail',
    `BASE="\${BASE:-${origin}}"`,
    `CLIENT_ID="\${CLIENT_ID:-${clientId}}"`,
    `API_KEY="\${API_KEY:-${apiKey}}"`,
    ...(supply === undefined
      ? []
      : [
          `HOTEL_CLIENT_ID="\${HOTEL_CLIENT_ID:-${supply.clientId}}"`,
          `HOTEL_API_KEY="\${HOTEL_API_KEY:-${supply.apiKey}}"`,
        ]),
    '',
    '# call STATUS METHOD PATH [curl options]: sends a request and stops if the status is another.',
    'call() {',
    '  local expected=$1 method=$2 path=$3 answer',
    '  shift 3',
    `  answer=$(curl -sS -w '\\n%{http_code}' -X "$method" "$BASE$path" "$@")`,
    `  RESPONSE=\${answer%$'\\n'*}`,
    `  echo "$method $path: \${answer##*$'\\n'}"`,
    `  if [ "\${answer##*$'\\n'}" != "$expected" ]; then`,
    '    echo "expected $expected: $RESPONSE" >&2',
    '    exit 1',
    '  fi',
    '}',
    `partner() { call "$@" -H "X-Client-Id: $CLIENT_ID" -H "X-Api-Key: $API_KEY"; }`,
    ...(supply === undefined
      ? []
      : [`hotel() { call "$@" -H "X-Client-Id: $HOTEL_CLIENT_ID" -H "X-Api-Key: $HOTEL_API_KEY"; }`]),
    '# field NAME PLACE: the text of a field of the last response.',
    `field() { printf '%s' "$RESPONSE" | grep -o "\\"$1\\":\\"[^\\"]*\\"" | sed -n "$2p" | cut -d '"' -f 4; }`,
    `new_key() { echo "script-$(date +%s)-$RANDOM$RANDOM"; }`,
  ];
}

/**
 * Returns the lines that send one request. Values from earlier responses are written as variables. Values of this
 * response that later requests need are stored in new variables.
 */
function linesOf(call: Call, later: Call[], variables: Map<string, string>): string[] {
  const { request, response } = call;
  const lines = keysOf(call)
    .filter((key) => !variables.has(key))
    .map((key) => {
      const variable = free('KEY', variables);
      variables.set(key, variable);
      return `${variable}=$(new_key)`;
    });
  const parts = [`${response!.status} ${request.method} ${quoted(request.path, variables)}`];
  for (const [name, value] of Object.entries(request.headers))
    if (!['X-Client-Id', 'X-Api-Key'].includes(name))
      parts.push(`-H ${quoted(`${name}: ${value}`, variables)}`);
  if (request.body !== null) parts.push(`-d ${quoted(JSON.stringify(request.body), variables)}`);
  const who = request.path.startsWith('/supply/') ? 'hotel' : 'partner';
  lines.push(`${who} ${parts.join(' \\\n  ')}`);
  for (const { variable, name, place } of neededOf(call, later, variables))
    lines.push(`${variable}=$(field ${name} ${place})`);
  return lines;
}

/**
 * The script replaces a key by a variable if the key matches this pattern. A shorter text could also occur in other
 * values of the requests.
 */
const REPLACED_KEY = /^[\w.-]{16,}$/;

function keysOf({ request }: Call): string[] {
  return NEW_IN_REQUESTS.flatMap((name) => {
    const value = request.headers[name] ?? request.body?.[name];
    return typeof value === 'string' && REPLACED_KEY.test(value) ? [value] : [];
  });
}

/** Returns the values of a response that later requests contain and that are different each time the script runs. */
function neededOf({ response }: Call, later: Call[], variables: Map<string, string>): Found[] {
  const text = JSON.stringify(response!.body);
  const needed: Found[] = [];
  for (const [name, prefix] of Object.entries(NEW_IN_RESPONSES)) {
    const values = [...text.matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].map((match) => match[1]!);
    for (const [index, value] of values.entries()) {
      if (value === '' || variables.has(value) || !later.some((one) => isIn(value, one))) continue;
      const variable = free(prefix, variables);
      variables.set(value, variable);
      needed.push({ variable, name, place: index + 1 });
    }
  }
  return needed;
}

function isIn(value: string, { request }: Call): boolean {
  return `${request.path} ${JSON.stringify(request.body)}`.includes(value);
}

/** An unused variable name: `BOOKING_ID`, then `BOOKING_ID_2`. */
function free(prefix: string, variables: Map<string, string>): string {
  const taken = new Set(variables.values());
  if (!taken.has(prefix)) return prefix;
  let number = 2;
  while (taken.has(`${prefix}_${number}`)) number += 1;
  return `${prefix}_${number}`;
}

/**
 * Writes a text as one word of the shell. Fixed parts are in single quotes, so the shell does not interpret them. The
 * variables are between these parts. The text is split at the values before the quotes are added. Otherwise a value
 * could also match an added quote.
 */
function quoted(text: string, variables: Map<string, string>): string {
  if (variables.size === 0) return literal(text);
  // The longest value is first, because one value may be the beginning of another.
  const values = [...variables.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const parts = text.split(new RegExp(`(${values.join('|')})`));
  // Every second part is a value.
  const words = parts.map((part, index) => (index % 2 === 1 ? `"$${variables.get(part)}"` : literal(part)));
  return words.filter((word) => word !== literal('')).join('') || literal('');
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
