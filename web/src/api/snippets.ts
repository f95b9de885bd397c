import type { ApiRequest } from './request.ts';

export const SNIPPETS = { curl: toCurl, TypeScript: toTypeScript, Python: toPython, PHP: toPhp };
export type SnippetLanguage = keyof typeof SNIPPETS;

/** Quotes a text for the shell. Inside single quotes, only the single quote itself has a special meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function toCurl(origin: string, request: ApiRequest): string {
  const lines = [`curl -s -X ${request.method} ${quoted(origin + request.path)}`];
  for (const [name, value] of Object.entries(request.headers))
    lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (request.body !== null) lines.push(`-d ${quoted(JSON.stringify(request.body, null, 2))}`);
  return lines.join(' \\\n  ');
}

function toTypeScript(origin: string, request: ApiRequest): string {
  const options = [
    `  method: ${JSON.stringify(request.method)},`,
    `  headers: ${indent(JSON.stringify(request.headers, null, 2))},`,
    ...(request.body === null
      ? []
      : [`  body: JSON.stringify(${indent(JSON.stringify(request.body, null, 2))}),`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(origin + request.path)}, {`,
    ...options,
    '});',
    'const body = await response.json();',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the code that is shown.
    'if (!response.ok) throw new Error(`${body.error.code}: ${body.error.message}`);',
    'console.log(body);',
  ].join('\n');
}

function toPython(origin: string, request: ApiRequest): string {
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(origin + request.path)},`,
    `    method=${JSON.stringify(request.method)},`,
    `    headers=${literal(request.headers, PYTHON, 1)},`,
    ...(request.body === null ? [] : [`    data=json.dumps(${literal(request.body, PYTHON, 1)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

/** The sample uses no PHP extensions, because not every server has them. */
function toPhp(origin: string, request: ApiRequest): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return [
    '<?php',
    '$context = stream_context_create([',
    "    'http' => [",
    `        'method' => ${PHP.text(request.method)},`,
    `        'header' => ${literal(headers, PHP, 2)},`,
    ...(request.body === null ? [] : [`        'content' => json_encode(${literal(request.body, PHP, 2)}),`]),
    "        'ignore_errors' => true,",
    '    ],',
    ']);',
    `$response = file_get_contents(${PHP.text(origin + request.path)}, false, $context);`,
    '$body = json_decode($response, true);',
    "if (isset($body['error'])) {",
    "    throw new Exception($body['error']['code'] . ': ' . $body['error']['message']);",
    '}',
    'print_r($body);',
  ].join('\n');
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** How a programming language writes values. */
interface Notation {
  words: Record<'true' | 'false' | 'null', string>;
  text: (value: string) => string;
  list: [string, string];
  object: [string, string];
  arrow: string;
  /** The notation for an object without fields. In PHP, an empty array would be sent as a list. */
  empty: string;
}

const PYTHON: Notation = {
  words: { true: 'True', false: 'False', null: 'None' },
  text: (value) => JSON.stringify(value),
  list: ['[', ']'],
  object: ['{', '}'],
  arrow: ': ',
  empty: '{}',
};

const PHP: Notation = {
  words: { true: 'true', false: 'false', null: 'null' },
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  list: ['[', ']'],
  object: ['[', ']'],
  arrow: ' => ',
  empty: '(object) []',
};

/** A value as code, indented by four spaces per level. */
function literal(value: unknown, notation: Notation, level: number): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null)
    return notation.words[String(value) as 'true' | 'false' | 'null'];
  const [open, close] = Array.isArray(value) ? notation.list : notation.object;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation, level + 1))
    : Object.entries(value).map(
        ([name, item]) => `${notation.text(name)}${notation.arrow}${literal(item, notation, level + 1)}`,
      );
  if (items.length === 0) return Array.isArray(value) ? open + close : notation.empty;
  const inner = '    '.repeat(level + 1);
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${'    '.repeat(level)}${close}`;
}
