import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  title: string;
  /** The name of the button that closes it. Null: the content has a heading and such a button of its own. */
  closeText: string | null;
  onClose: () => void;
  /** Closes on a click outside of it. Not for forms: what was typed would be lost. */
  closesOutside?: boolean;
  className?: string;
  children: ReactNode;
}

/** A dialog of the browser itself: it keeps the focus, closes with Escape, and returns the focus afterwards. */
export function Dialog(props: DialogProps) {
  const { title, closeText, onClose, closesOutside = false, className = '', children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect ends before the element is removed. Later, the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  // The frame of the dialog is the target only if nothing inside it was clicked: then the click was on the backdrop.
  const clicked = (event: MouseEvent<HTMLDialogElement>) => {
    if (!closesOutside || event.target !== dialog.current) return;
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    const isInside =
      event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (!isInside) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser itself.
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
