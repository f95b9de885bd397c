const FAMILY = 'Channel';
/** A page waits at most this long for its fonts. */
const WAIT_MILLISECONDS = 600;

const RANGES = {
  latin: 'U+0000-00FF, U+2010-203A, U+20AC, U+2190-2192, U+2212',
  arabic: 'U+060C-06FF, U+200C-200F',
};
type Alphabet = keyof typeof RANGES;

const loading = new Map<Alphabet, Promise<void>>();

/**
 * Loads the fonts of a language before its text is drawn. A font that arrives too late is used only after the next page
 * load, because a change of the font moves everything below the text.
 */
export async function prepareFonts(language: string): Promise<void> {
  const alphabets: Alphabet[] = language === 'en' ? ['latin'] : ['latin', 'arabic'];
  await Promise.all(alphabets.map(prepare));
}

function prepare(alphabet: Alphabet): Promise<void> {
  const known = loading.get(alphabet);
  if (known !== undefined) return known;
  const started = load(alphabet);
  loading.set(alphabet, started);
  return started;
}

async function load(alphabet: Alphabet): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="ihc-font-${alphabet}"]`)?.content;
  if (address === undefined) return;
  const face = new FontFace(FAMILY, `url("${address}") format("woff2")`, {
    weight: '400 700',
    unicodeRange: RANGES[alphabet],
  });
  const isInTime = await Promise.race([
    face.load().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), WAIT_MILLISECONDS)),
  ]);
  if (isInTime) document.fonts.add(face);
}
