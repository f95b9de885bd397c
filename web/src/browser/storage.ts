/** The reader's choices are stored if the browser allows it. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`ihc.${name}`);
  } catch {
    return null;
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
