/** A text per plural category; `#` stands for the number. Categories that a language does not have are left out. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** English has two forms, Arabic six: the rules are the browser's own. */
export function pluralIn(locale: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', String(count));
}
