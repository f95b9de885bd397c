import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A dialog of the browser itself: it keeps the focus, closes with Escape, and returns the focus afterwards. */
export function Modal({
  title,
  closeText,
  onClose,
  children,
}: {
  title: string;
  closeText: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} className="rooms-modal" aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="quiet rooms-modal-close" aria-label={closeText} onClick={onClose}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M5 5l14 14M19 5L5 19" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
        </button>
      </header>
      {children}
    </dialog>
  );
}
