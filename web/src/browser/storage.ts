/** The reader's choices are stored if the browser allows it. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`ihc.${name}`);
  } catch {
    return null;
  }
}

/** All choices of the reader, to be put back after the browser was told to clear them. */
export function recallAll(): Record<string, string> {
  try {
    return { ...localStorage };
  } catch {
    return {};
  }
}

export function rememberAll(choices: Record<string, string>): void {
  try {
    for (const [name, value] of Object.entries(choices)) localStorage.setItem(name, value);
  } catch {
    // As below.
  }
}

export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`ihc.${name}`);
    else localStorage.setItem(`ihc.${name}`, value);
  } catch {
    // A private window may refuse: the choice then lasts as long as the page.
  }
}
