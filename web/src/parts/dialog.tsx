import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  title: string;
  /** The label of the close button. Null if the content contains its own heading and close button. */
  closeText: string | null;
  onClose: () => void;
  /**
   * True if a click outside closes the dialog. Must be false for a dialog with a form, because such a click would lose
   * typed text.
   */
  closesOutside?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A native dialog: the browser keeps the focus in the dialog, closes the dialog with Escape, and returns the focus
 * afterwards.
 */
export function Dialog(props: DialogProps) {
  const { title, closeText, onClose, closesOutside = false, className = '', children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // The cleanup of a layout effect closes the dialog before the element is removed. If the dialog were closed later,
  // the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  // A click on the backdrop and a click on the padding of the dialog both have the dialog as their target. Only the
  // position of the click shows whether the click was on the backdrop.
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
