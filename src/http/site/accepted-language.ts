// Chooses the language of the site from the Accept-Language header of a browser.

const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type SiteLanguage = (typeof LANGUAGES)[number];

/**
 * Returns the language of the site that has the highest weight in an Accept-Language header. If the header contains no
 * language of the site, returns English.
 */
export function acceptedLanguage(header: string | undefined): SiteLanguage {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.find((one) => one.trim().startsWith('q='));
      return { code: tag.split('-')[0]!, weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    // The sort is stable: equal weights keep the order of the header.
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of wanted) {
    // Browsers often send the code `ku`, which means all Kurdish languages, including Sorani.
    const language = code === 'ku' ? 'ckb' : code;
    if ((LANGUAGES as readonly string[]).includes(language)) return language as SiteLanguage;
  }
  return 'en';
}
