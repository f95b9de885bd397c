import { useHash } from '../../parts/router.tsx';
import { FindBooking } from '../reception/find-booking.tsx';
import { useSessionState } from '../session.ts';
import { OfflineVoucher } from './offline-voucher.tsx';
import { useScanWords } from './scan-words.ts';

/**
 * Shows a voucher without a connection, after the camera app of the phone has opened the address of the voucher. A
 * service worker shows this page at that address. The page checks the signed statement in the fragment of the address.
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
