const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];
/**
 * The patterns by which browsers are recognised. Most browsers also name other browsers in their User-Agent header, so
 * the most specific pattern is first.
 */
const BROWSERS: [RegExp, string][] = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/**
 * Makes a readable name for a device from its User-Agent header. If no pattern matches, the name is the beginning of
 * the header.
 */
export function deviceText(userAgent: string): string {
  const name = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [name(BROWSERS), name(SYSTEMS)].filter(Boolean).join(', ') || userAgent.slice(0, 40);
}
