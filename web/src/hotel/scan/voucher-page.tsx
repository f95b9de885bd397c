import { useHash } from '../../parts/router.tsx';
import { FindBooking } from '../reception/find-booking.tsx';
import { useSessionState } from '../session.ts';
import { OfflineVoucher } from './offline-voucher.tsx';
import { useScanWords } from './scan-words.ts';

/**
 * A voucher whose address was opened by the camera of the phone while it was offline. A service worker shows this in
 * place of the page of the voucher. What the fragment says is checked here.
 */
export function VoucherPage() {
  const words = useScanWords();
  const statement = useHash();
  const { status } = useSessionState();
  return (
    <>
      <h1>{words.offline.title}</h1>
      <OfflineVoucher text={statement === '' ? location.href : `#${statement}`} />
      {location.pathname.startsWith('/vouchers/') && (
        <p>
          <button type="button" className="wide" onClick={() => location.reload()}>
            {words.offline.tryOnline}
          </button>
        </p>
      )}
      {status === 'in' && <FindBooking isFirst />}
    </>
  );
}
