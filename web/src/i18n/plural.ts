/** One text for each plural form of the language. `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Chooses the text for a number. The browser has the plural rules of each language. English has two forms, Arabic has
 * six.
 */
export function pluralIn(locale: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', String(count));
}
