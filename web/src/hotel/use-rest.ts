import { useEffect, useState } from 'react';

export const REST_MILLISECONDS = 1_500;

/**
 * True for a moment after `what` was first shown or has changed. The change may have replaced a button while the person
 * was about to tap it, for example because somebody else has changed the booking. So the new button must not react
 * during this moment.
 */
export function useRest(what: string | number | boolean | null): boolean {
  const [shown, setShown] = useState({ what, isResting: true });
  // The state is set during the render. If it were set after painting, a person could tap the new button before the
  // state is set.
  if (shown.what !== what) setShown({ what, isResting: true });
  useEffect(() => {
    let frame = 0;
    const wake = () => setShown({ what, isResting: false });
    // A slow phone may still have a tap in its queue. The browser handles that tap before the next frame.
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
