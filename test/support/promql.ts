/** Words of PromQL that are neither a function nor a metric. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan', 'start', 'end']);

/** Returns the names of the metrics in an expression. */
export function metricNamesOf(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"|'[^']*'/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
    .replace(/\boffset\s+\S+/g, '');
  return [...bare.matchAll(/(?<![\w.$])([a-zA-Z_:][\w:]*)\b(?!\s*\()/g)]
    .map(([, name]) => name!)
    .filter((name) => !KEYWORDS.has(name.toLowerCase()));
}

export interface Rule {
  alert: string;
  expr: string;
  /** The text of the rule. */
  text: string;
}

/** Reads the rules of a YAML file. An expression must be on the line of its key, or below `>-`. */
export function readRules(yaml: string): Rule[] {
  return yaml
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const alert = /^\w+/.exec(text)![0];
      const folded = /^ {8}expr: >-\n((?: {10}.*\n)+)/m.exec(text)?.[1];
      const expr = folded ?? /^ {8}expr: (.*)$/m.exec(text)![1]!;
      return { alert, expr, text };
    });
}

/** Returns every expression of a dashboard, in its panels and in its variables. */
export function readDashboard(json: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value))
      if (key === 'expr' && typeof inner === 'string') found.push(inner);
      else visit(inner);
  };
  visit(JSON.parse(json));
  return found;
}
