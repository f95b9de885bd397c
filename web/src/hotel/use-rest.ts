import { useEffect, useState } from 'react';

export const REST_MILLISECONDS = 1_500;

/**
 * True for a moment after `what` was shown or has changed. A button that took the place of another one must rest: a second tap
 * was meant for the first one. The finger may also have been on its way when somebody else changed what is shown.
 */
export function useRest(what: string | number | boolean | null): boolean {
  const [shown, setShown] = useState({ what, isResting: true });
  // In the same render: a button that rests only after it was painted can be tapped before.
  if (shown.what !== what) setShown({ what, isResting: true });
  useEffect(() => {
    let frame = 0;
    const wake = () => setShown({ what, isResting: false });
    // A slow phone may still have a tap to handle. It comes before the next frame.
    const timer = setTimeout(() => {
      frame = requestAnimationFrame(wake);
    }, REST_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [what]);
  return shown.what !== what || shown.isResting;
}
