import { useEffect, useState } from 'react';
import { recall } from '../../browser/storage.ts';
import { Link } from '../../parts/router.tsx';
import { dayText } from '../dates.ts';
import { useShellWords } from '../language.tsx';
import { useReceptionWords } from '../reception/reception-words.ts';
import { scanVerdict } from '../reception/scan-verdict.ts';
import { useSessionState, VOUCHER_KEYS } from '../session.ts';
import { HotelIcon } from '../shell/icons.tsx';
import { verifyStatement } from '../statement.ts';
import { useKnownDay } from '../store/day.ts';
import { useScanWords } from './scan-words.ts';

type Statement = NonNullable<Awaited<ReturnType<typeof verifyStatement>>>;
type Checked = { kind: 'genuine'; statement: Statement } | { kind: 'forged' | 'unsigned' | 'noKeys' };

/**
 * Checks a voucher without a connection. Shows the content of the QR code, whether the voucher is genuine, and what the
 * page cannot check.
 */
export function OfflineVoucher({ text }: { text: string }) {
  const words = useScanWords();
  const [checked, setChecked] = useState<Checked | null>(null);
  useEffect(() => {
    checkVoucher(text).then(setChecked);
  }, [text]);
  if (checked === null) return <p role="status">{words.checking}</p>;
  if (checked.kind === 'genuine') return <Genuine statement={checked.statement} />;
  return (
    <p className="verdict refused" role="alert">
      <HotelIcon shape="alert" /> {words.offline[checked.kind]}
    </p>
  );
}

function Genuine({ statement }: { statement: Statement }) {
  const words = useScanWords();
  const reception = useReceptionWords();
  const shell = useShellWords();
  const state = useSessionState();
  const day = useKnownDay();
  const { hotel, voucherId, name, checkIn, checkOut, rooms, revision } = statement;
  const isOther = state.status === 'in' && state.session.hotel.public_id !== hotel;
  const stored = [...(day?.bookings.values() ?? [])].find(({ voucher_id }) => voucher_id === voucherId);
  useEffect(() => {
    if (stored === undefined) return;
    const isOutdated = stored.revision > revision;
    scanVerdict.set({ bookingId: stored.id, isOutdated, statusAtScan: stored.status, by: null, at: null });
  }, [stored, revision]);
  return (
    <section className="booking" aria-label={words.offline.title}>
      {isOther ? (
        <p className="verdict refused" role="alert">
          <HotelIcon shape="alert" /> {words.offline.otherHotel}
        </p>
      ) : (
        <p className="verdict" role="status">
          <HotelIcon shape="check" /> {words.offline.genuine}
        </p>
      )}
      <p className="verdict outdated">
        <HotelIcon shape="alert" /> {words.offline.unknown}
      </p>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <dl className="facts">
        <div className="fact">
          <dt>{reception.checkIn}</dt>
          <dd>{dayText(checkIn, shell)}</dd>
        </div>
        <div className="fact">
          <dt>{reception.checkOut}</dt>
          <dd>{dayText(checkOut, shell)}</dd>
        </div>
        <div className="fact">
          <dt>{reception.room}</dt>
          <dd>{reception.rooms(rooms)}</dd>
        </div>
        <div className="fact">
          <dt>{reception.voucher}</dt>
          <dd>
            <bdi dir="ltr">{voucherId}</bdi>
          </dd>
        </div>
      </dl>
      <p className="hint">{words.offline.printed(revision)}</p>
      {!isOther && stored !== undefined && (
        <>
          <p>{words.offline.stored}</p>
          <Link href={`/hotel/booking/${stored.id}`} className="primary large wide">
            {words.offline.open}
          </Link>
        </>
      )}
      {!isOther && stored === undefined && <p>{words.offline.notStored}</p>}
    </section>
  );
}

async function checkVoucher(text: string): Promise<Checked> {
  const isVoucher = /\/vouchers\/IHC-\d{4}-\w{6}|^#?v1\./.test(text);
  if (!isVoucher) return { kind: 'forged' };
  const statement = text.slice(text.indexOf('#') + 1);
  if (!statement.startsWith('v1.')) return { kind: 'unsigned' };
  const keys = JSON.parse(recall(VOUCHER_KEYS) ?? '[]') as string[];
  if (keys.length === 0) return { kind: 'noKeys' };
  const verified = await verifyStatement(statement, keys);
  return verified === null ? { kind: 'forged' } : { kind: 'genuine', statement: verified };
}
