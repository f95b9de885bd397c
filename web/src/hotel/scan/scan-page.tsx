import { useRef, useState } from 'react';
import type { ScanView } from '../../../../src/http/hotel-page/hotel-api.ts';
import { navigate } from '../../parts/router.tsx';
import { ApiError, callApi } from '../api.ts';
import { errorText } from '../error-text.ts';
import { useShellWords } from '../language.tsx';
import { FindBooking } from '../reception/find-booking.tsx';
import { scanVerdict, verdictOf } from '../reception/scan-verdict.ts';
import { HotelIcon } from '../shell/icons.tsx';
import { keepDetail } from '../store/day.ts';
import { OfflineVoucher } from './offline-voucher.tsx';
import { useScanWords } from './scan-words.ts';
import { useCamera } from './use-camera.ts';

/**
 * The state after a scan. If there is no connection, `offline` contains the text of the QR code, and the page checks
 * the code itself.
 */
type Result = { kind: 'checking' } | { kind: 'refused'; text: string } | { kind: 'offline'; text: string };

/**
 * Scans the QR code of a voucher with the camera and checks the voucher. Without a camera, the person types the last
 * six characters of the voucher number.
 */
export function ScanPage() {
  const words = useScanWords();
  const shell = useShellWords();
  const video = useRef<HTMLVideoElement>(null);
  const [result, setResult] = useState<Result | null>(null);
  const check = async (text: string) => {
    setResult({ kind: 'checking' });
    try {
      const scan = await callApi<ScanView>('/scan', { body: { text } });
      keepDetail(scan.detail);
      scanVerdict.set(verdictOf(scan));
      navigate(`/hotel/booking/${scan.detail.booking.id}`);
    } catch (error) {
      const isOffline = error instanceof ApiError && error.code === 'OFFLINE';
      setResult(isOffline ? { kind: 'offline', text } : { kind: 'refused', text: errorText(error, shell) });
    }
  };
  const state = useCamera(video, result === null, check);
  const isWorking = state === 'starting' || state === 'on';
  return (
    <>
      <h1>{words.title}</h1>
      {result === null && isWorking && (
        <>
          <div className="camera">
            <video ref={video} muted playsInline aria-label={words.camera} />
          </div>
          <p className="hint" role="status">
            {state === 'on' ? words.hint : words.starting}
          </p>
        </>
      )}
      {result === null && !isWorking && (
        <p className="notice bad" role="alert">
          {words[state]}
        </p>
      )}
      {result?.kind === 'checking' && <p role="status">{words.checking}</p>}
      {result?.kind === 'refused' && (
        <p className="verdict refused" role="alert">
          <HotelIcon shape="alert" /> {result.text}
        </p>
      )}
      {result?.kind === 'offline' && <OfflineVoucher text={result.text} />}
      {result !== null && result.kind !== 'checking' && (
        <p>
          <button type="button" className="wide" onClick={() => setResult(null)}>
            {words.again}
          </button>
        </p>
      )}
      <FindBooking isFirst />
    </>
  );
}
