/** The content of a voucher page, in the language of the page. */
export interface Sheet {
  /**
   * The state in the language of the page. If that language is not English, the list also contains the state in
   * English.
   */
  stamps: { text: string; language: string }[];
  title: string;
  number: string;
  hotel: string;
  facts: { label: string; value: string; note: string | null; isDue: boolean }[];
  /** The path of the image. */
  qr: string | null;
}

/** Reads the content of the real voucher page, so that the landing page shows what a reception sees. */
export function sheetOf(page: Document): Sheet {
  const text = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';
  const facts = [...page.querySelectorAll('dl > div')].map((row) => {
    const value = row.querySelector('dd')!.cloneNode(true) as Element;
    const note = value.querySelector('.note');
    note?.remove();
    return {
      label: text(row.querySelector('dt')),
      value: text(value),
      note: note === null ? null : text(note),
      isDue: row.classList.contains('due'),
    };
  });
  const number = page.querySelector('h1 .number');
  return {
    stamps: [...page.querySelectorAll('.band strong')].map((stamp) => ({
      text: text(stamp),
      language: stamp.getAttribute('lang') ?? '',
    })),
    title: text(page.querySelector('h1')).replace(text(number), '').trim(),
    number: text(number),
    hotel: text(page.querySelector('.hotel')),
    facts,
    qr: page.querySelector('.proof img')?.getAttribute('src') ?? null,
  };
}

/** Loads the content of a voucher page. Null if the page cannot be read. */
export async function loadSheet(voucherPath: string, language: string): Promise<Sheet | null> {
  try {
    const response = await fetch(`${voucherPath}&lang=${language}`);
    if (!response.ok) return null;
    const sheet = sheetOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    // The address of the image is relative to the voucher page.
    const folder = voucherPath.slice(0, voucherPath.lastIndexOf('/') + 1);
    return { ...sheet, qr: sheet.qr === null ? null : `${folder}${sheet.qr}` };
  } catch {
    return null;
  }
}
