import { useEffect, useState } from 'react';

export const REST_MILLISECONDS = 1_500;

/**
 * True for a moment after `what` was shown or has changed. A button that has replaced another button must not react at
 * once, because the tap may be meant for the old button: a second tap, or a tap during a change by somebody else.
 */
export function useRest(what: string | number | boolean | null): boolean {
  const [shown, setShown] = useState({ what, isResting: true });
  // Set during the render. If it were set after painting, the button could be tapped before.
  if (shown.what !== what) setShown({ what, isResting: true });
  useEffect(() => {
    let frame = 0;
    const wake = () => setShown({ what, isResting: false });
    // A slow phone may still have a tap in its queue. It is handled before the next frame.
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
