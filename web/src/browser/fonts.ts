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
 * Loads the fonts of a language before the page draws text in this language. If a font arrives after the text is drawn,
 * the page does not use it, because a change of the font would move the content. The next page load uses the font.
 * English pages load the Arabic font only when they show a name in Arabic letters, because some devices have no font
 * with these letters.
 */
export async function prepareFonts(language: string): Promise<void> {
  if (language === 'en') addWhenUsed('arabic');
  const alphabets: Alphabet[] = language === 'en' ? ['latin'] : ['latin', 'arabic'];
  await Promise.all(alphabets.map(prepare));
}

let isAdded = false;

/** Adds a font that the browser loads when the page first shows one of its letters. */
function addWhenUsed(alphabet: Alphabet): void {
  const face = faceOf(alphabet);
  if (isAdded || loading.has(alphabet) || face === null) return;
  isAdded = true;
  document.fonts.add(face);
}

function prepare(alphabet: Alphabet): Promise<void> {
  const known = loading.get(alphabet);
  if (known !== undefined) return known;
  const started = load(alphabet);
  loading.set(alphabet, started);
  return started;
}

async function load(alphabet: Alphabet): Promise<void> {
  const face = faceOf(alphabet);
  if (face === null) return;
  const isInTime = await Promise.race([
    face.load().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), WAIT_MILLISECONDS)),
  ]);
  if (isInTime) document.fonts.add(face);
}

function faceOf(alphabet: Alphabet): FontFace | null {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="ihc-font-${alphabet}"]`)?.content;
  if (address === undefined) return null;
  return new FontFace(FAMILY, `url("${address}") format("woff2")`, {
    weight: '400 700',
    unicodeRange: RANGES[alphabet],
    display: 'swap',
  });
}
