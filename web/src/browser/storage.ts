/** Reads a choice of the reader. Returns null if the browser does not allow storage. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`ihc.${name}`);
  } catch {
    return null;
  }
}

/** Returns all choices of the reader, so that they can be stored again after the browser has cleared its storage. */
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
    // If the browser refuses to store the choices, they last as long as the page is open.
  }
}

export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`ihc.${name}`);
    else localStorage.setItem(`ihc.${name}`, value);
  } catch {
    // If the browser refuses to store the choice, it lasts as long as the page is open.
  }
}
