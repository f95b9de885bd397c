import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  title: string;
  /** The label of the close button. Null if the content contains its own heading and close button. */
  closeText: string | null;
  onClose: () => void;
  /** Closes the dialog on a click outside. Do not use it for forms: typed text would be lost. */
  closesOutside?: boolean;
  className?: string;
  children: ReactNode;
}

/** A native dialog: the browser keeps the focus in it, closes it with Escape, and returns the focus afterwards. */
export function Dialog(props: DialogProps) {
  const { title, closeText, onClose, closesOutside = false, className = '', children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect is cleaned up before the element is removed. After that, the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  // A click on the backdrop has the dialog as its target, and so has a click on the dialog's padding. The position
  // tells which of the two it was.
  const clicked = (event: MouseEvent<HTMLDialogElement>) => {
    if (!closesOutside || event.target !== dialog.current) return;
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    const isInside =
      event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (!isInside) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog with Escape.
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={closeText === null ? undefined : heading}
      aria-label={closeText === null ? title : undefined}
      onClose={onClose}
      onClick={clicked}
    >
      {closeText !== null && (
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="quiet dialog-close" aria-label={closeText} onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
      )}
      {children}
    </dialog>
  );
}
