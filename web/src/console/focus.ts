import { moveTo } from '../parts/router.tsx';

/**
 * The element that gets the focus when another operation is shown. After a click on the link to the next step and on
 * some other links, it is the first field of the operation. In all other cases, it is the heading.
 */
let wish: 'heading' | 'field' = 'heading';

export function wishFirstField(): void {
  wish = 'field';
}

/** Moves the focus to the heading or to the first field. Called when another operation is shown. */
export function focusOperation(heading: HTMLElement): void {
  const isField = wish === 'field';
  wish = 'heading';
  moveTo(heading);
  if (isField) focusField(null);
}

/** Moves the focus to a field of the form. If no field has this name, the first field receives the focus. */
export function focusField(name: string | null): void {
  const form = document.querySelector('form.form');
  const named =
    name === null || name === '' ? null : form?.querySelector<HTMLElement>(`#field-${CSS.escape(name)}`);
  const field = named ?? form?.querySelector<HTMLElement>('input, select, button');
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
