import type { ApiRequest } from './api-request.ts';

export const SNIPPETS = { curl: toCurl, TypeScript: toTypeScript, Python: toPython };
export type SnippetLanguage = keyof typeof SNIPPETS;

/** Inside single quotes a shell takes everything literally, except the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function toCurl(origin: string, request: ApiRequest): string {
  const lines = [`curl -s -X ${request.method} ${quoted(origin + request.path)}`];
  for (const [name, value] of Object.entries(request.headers))
    lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (request.body !== null) lines.push(`-d ${quoted(JSON.stringify(request.body))}`);
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
    'const answer = await response.json();',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the code that is shown.
    'if (!answer.success) throw new Error(`${answer.error.code}: ${answer.error.message}`);',
    'console.log(answer.data);',
  ].join('\n');
}

function toPython(origin: string, request: ApiRequest): string {
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(origin + request.path)},`,
    `    method=${JSON.stringify(request.method)},`,
    `    headers=${pythonOf(request.headers)},`,
    ...(request.body === null ? [] : [`    data=json.dumps(${pythonOf(request.body)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function pythonOf(value: Record<string, unknown>): string {
  const entries = Object.entries(value).map(
    ([name, item]) => `        ${JSON.stringify(name)}: ${pythonValue(item)},`,
  );
  return `{\n${entries.join('\n')}\n    }`;
}

function pythonValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return value === null ? 'None' : JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item)}`,
  );
  return `{${entries.join(', ')}}`;
}
