const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An identifier that nothing has. It is looked up like any other, and not found. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A uuid in lower case. Text that is no uuid becomes the identifier that nothing has. */
export function readId(text: string): string {
  const lower = text.toLowerCase();
  return UUID.test(lower) ? lower : NO_ID;
}
