export type CodeLanguage = 'json' | 'bash' | 'ts' | 'python' | 'php' | 'http';
export type TokenKind = 'comment' | 'key' | 'string' | 'number' | 'keyword' | 'name';

export interface Token {
  /** Null for text without a colour. */
  kind: TokenKind | null;
  text: string;
}

const DOUBLE = /"(?:[^"\\]|\\[\s\S])*"/.source;
const SINGLE = /'(?:[^'\\]|\\[\s\S])*'/.source;
const NUMBER = /(?<![\w$])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/.source;
const words = (list: string) => `(?<![\\w$.-])(?:${list.replaceAll(' ', '|')})(?![\\w-])`;
const SHELL = 'curl node python3 php export echo for do done if then else fi while sleep';
const TYPESCRIPT =
  'import from export const let function async await return if else for of in while new throw try catch type ' +
  'interface class true false null undefined typeof as break continue';
const PYTHON =
  'import from as def return if elif else for in while with try except raise class lambda not and or is True ' +
  'False None pass break continue';
const PHP = 'function return if else foreach for while as new throw true false null use';

/** The patterns of the tokens in each language, the most specific first. */
const GRAMMARS: Record<CodeLanguage, [TokenKind, string][]> = {
  json: [
    ['key', `${DOUBLE}(?=\\s*:)`],
    ['string', DOUBLE],
    ['number', NUMBER],
    ['keyword', words('true false null')],
  ],
  bash: [
    ['comment', '(?<=^|\\s)#.*'],
    // In the shell, a backslash has no special meaning inside single quotes.
    ['string', `'[^']*'|${DOUBLE}|\\\\'`],
    ['name', '\\$\\{\\w+\\}|\\$\\w+|(?<=^|\\s)--?[A-Za-z][\\w-]*'],
    ['keyword', words(SHELL)],
  ],
  ts: [
    ['comment', '//.*|/\\*[\\s\\S]*?\\*/'],
    ['key', `(?:${DOUBLE}|[\\w$]+)(?=\\s*:)`],
    ['string', `${DOUBLE}|${SINGLE}|\`(?:[^\`\\\\]|\\\\[\\s\\S])*\``],
    ['number', NUMBER],
    ['keyword', words(TYPESCRIPT)],
    ['name', '[\\w$]+(?=\\()'],
  ],
  python: [
    ['comment', '#.*'],
    ['key', `${DOUBLE}(?=\\s*:)`],
    ['string', `"""[\\s\\S]*?"""|${DOUBLE}|${SINGLE}`],
    ['number', NUMBER],
    ['keyword', words(PYTHON)],
    ['name', '\\w+(?=\\()'],
  ],
  php: [
    ['comment', '(?://|#(?!\\[)).*|/\\*[\\s\\S]*?\\*/'],
    ['key', `(?:${SINGLE}|${DOUBLE})(?=\\s*=>)`],
    ['string', `${SINGLE}|${DOUBLE}`],
    ['number', NUMBER],
    ['keyword', `<\\?php|${words(PHP)}`],
    ['name', '\\$\\w+|\\w+(?=\\()'],
  ],
  http: [
    ['keyword', '^(?:HTTP/\\S+|GET|POST|PUT|PATCH|DELETE)(?= )'],
    ['key', '^[\\w-]+(?=: )'],
    ['number', '(?<=^HTTP/\\S+ )\\d{3}'],
  ],
};

const PATTERNS = new Map(
  Object.entries(GRAMMARS).map(([language, rules]) => [
    language,
    new RegExp(rules.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'), 'gm'),
  ]),
);

/** Other names of the languages. Markdown and code samples use these names. */
const NAMES = new Map<string, CodeLanguage>([
  ['sh', 'bash'],
  ['curl', 'bash'],
  ['typescript', 'ts'],
]);

/** The language with this name. Undefined if the site has no colours for this language. */
export function codeLanguageOf(name: string): CodeLanguage | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(GRAMMARS, lower) ? (lower as CodeLanguage) : NAMES.get(lower);
}

/** Splits code into tokens, which have different colours. The texts of all tokens, joined, are exactly the code. */
export function tokensOf(code: string, language: CodeLanguage): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(PATTERNS.get(language)!)) {
    if (match[0] === '') continue;
    if (match.index > end) tokens.push({ kind: null, text: code.slice(end, match.index) });
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    tokens.push({ kind: kind as TokenKind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: null, text: code.slice(end) });
  return tokens;
}
