/** A bug that somebody could write: in one file, the text `from` is replaced by `to`. */
export interface Mutant {
  name: string;
  file: string;
  from: string;
  to: string;
  /** The tests that are run, if they are not the usual ones. */
  tests?: string[];
}

const ONE_DESK = ['test/core/one-desk.test.ts'];
const OFFERS = ['test/cli/offers.test.ts'];
const TLS = ['test/process/start/certificate.test.ts', 'test/http/service/connections.test.ts'];
const RECEPTION = ['test/http/supply/reception.test.ts'];
const OPENING = ['test/http/partner/opening.test.ts'];
const PLAN_RESTRICTIONS = ['test/http/partner/plan-restrictions.test.ts'];
const ROOMS_LEFT = ['test/http/supply/rooms-left.test.ts', 'test/core/model/counting.model.test.ts'];
const ATTACKS = ['test/http/hotel/attacks.test.ts'];
const ACCOUNTS = ['test/http/hotel/accounts.test.ts', 'src/domain/staff'];
const CALENDAR = ['test/http/hotel/calendar.test.ts', 'test/core/calendar.test.ts'];
const SCAN = ['test/http/hotel/scan.test.ts'];
const ARI_ORDER = ['test/http/supply/ari-order.test.ts', 'test/http/supply/ari.test.ts'];

/** Bugs that were once in the code, and similar ones. A test must find each of them. */
export const MUTANTS: Mutant[] = [
  {
    name: 'a front desk may do what managers do',
    file: 'src/http/hotel-page/staff-gate.ts',
    from: "staff === 'MANAGER' && signedIn.role !== 'MANAGER'",
    to: 'false',
    tests: ATTACKS,
  },
  {
    name: 'pages of other origins may change a hotel',
    file: 'src/http/hotel-page/staff-gate.ts',
    from: 'if (origin === undefined) return false;',
    to: 'if (origin !== undefined) return true;\n  if (origin === undefined) return false;',
    tests: ATTACKS,
  },
  {
    name: 'a session that the browser had before goes on',
    file: 'src/domain/staff/begin-session.usecase.ts',
    from: 'if (oldToken !== null) await',
    to: 'if (false) await',
    tests: ATTACKS,
  },
  {
    name: 'wrong passwords do not slow anybody down',
    file: 'src/domain/staff/proof/tries.ts',
    from: 'if (wait > 0) return',
    to: 'if (false) return',
    tests: ATTACKS,
  },
  {
    name: 'a desk that does not know the key is accepted with a certificate',
    file: 'src/desk/one-desk/link-key.ts',
    from: `      ca: [],
      rejectUnauthorized: true,
      checkServerIdentity: () => new Error('it does not know the key'),`,
    to: '      checkServerIdentity: () => undefined,',
    tests: ['test/core/rogue-desk.test.ts'],
  },
  {
    name: 'a session alone gives and takes accounts',
    file: 'src/domain/staff/proof/check-identity.usecase.ts',
    from: 'if (person.isTestAccount) return',
    to: 'return',
    tests: ['test/http/hotel/stolen-session.test.ts'],
  },
  {
    name: 'strangers use up the tries of a known device',
    file: 'src/domain/staff/proof/tries.ts',
    from: 'export function deviceTrier(deviceId: string, email: string): Trier {',
    to: "export function deviceTrier(deviceId: string, email: string): Trier {\n  if (deviceId !== '') return strangerTrier('', email);",
    tests: ['test/http/hotel/tries.test.ts'],
  },
  {
    name: 'each scan of a used voucher is a line of the audit',
    file: 'src/domain/staff/page-audit.store.ts',
    from: "interval '1 hour'",
    to: "interval '0 hours'",
    tests: ['test/http/hotel/audit.test.ts', ...SCAN],
  },
  {
    name: 'a voucher is drawn for each request',
    file: 'src/domain/vouchers/drawings.worker.ts',
    from: 'this.kept.keep(key, bytes);',
    to: '',
    tests: ['test/http/partner/voucher-drawings.test.ts'],
  },
  {
    name: 'an address makes as many private hotels as it likes',
    file: 'src/sandbox/make-credentials.usecase.ts',
    from: 'if (made.length >= perAddress)',
    to: 'if (false)',
    tests: ['test/http/partner/sandbox-limits.test.ts'],
  },
  {
    name: 'requests for any Host are served',
    file: 'src/http/common/gate.ts',
    from: 'isAcceptedHost(host, hosts) && ',
    to: '',
    tests: ['test/http/service/accepted-hosts.test.ts'],
  },
  {
    name: 'caches may store bookings',
    file: 'src/http/common/gate.ts',
    from: 'if (hasGuests || ',
    to: 'if (false && ',
    tests: ['test/http/safe-responses.test.ts'],
  },
  {
    name: 'a one-time code is accepted twice',
    file: 'src/domain/staff/proof/totp.ts',
    from: 'step > lastStep && ',
    to: '',
    tests: ACCOUNTS,
  },
  {
    name: 'a change of a calendar overwrites that of a colleague',
    file: 'src/domain/offers/ari/seen-cells.ts',
    from: 'return seen.known.get(cellKey(productId, day)) !== versionOf(seen, productId, day);',
    to: 'return false;',
    tests: CALENDAR,
  },
  {
    name: 'a forged statement is accepted',
    file: 'src/domain/vouchers/statement.ts',
    from: 'publicKeys.some((key) => verify(null, signed, publicKeyOf(key), signature)) ? statement : null',
    to: 'publicKeys.length > 0 && signed.length > 0 && signature.length > 0 ? statement : null',
    tests: SCAN,
  },
  {
    name: 'rooms left are stored as a total',
    file: 'src/domain/offers/ari/room-cells.ts',
    from: 'Math.max(0, rooms + blocked + bookedWhenSeen())',
    to: 'rooms',
    tests: ROOMS_LEFT,
  },
  {
    name: 'the events after seenEvent are not subtracted',
    file: 'src/domain/offers/ari/room-cells.ts',
    from: 'sold.booked - soldSince(room, day)',
    to: 'sold.booked',
    tests: ROOMS_LEFT,
  },
  {
    name: 'an older message overwrites a newer one',
    file: 'src/domain/offers/ari/sent-times.ts',
    from: '(this.stored?.[field] ?? 0) > this.sentAt',
    to: 'false',
    tests: ARI_ORDER,
  },
  {
    name: 'a message begins while another one of its hotel is being applied',
    file: 'src/desk/hotel-queues.ts',
    from: 'if (queue.begun !== null) {',
    to: 'if (false) {',
    tests: ARI_ORDER,
  },
  {
    name: 'a booking ignores the restrictions of its rate plan',
    file: 'src/domain/booking/stay-facts.ts',
    from: '    ...planRestrictionsOn(stay, plan.id, known.planDayOn),\n',
    to: '',
    tests: PLAN_RESTRICTIONS,
  },
  {
    name: 'search shows a rate plan that is not sold',
    file: 'src/http/partner/search/search.view.ts',
    from: 'if (sold !== null && sold[index] === 0) return;',
    to: '',
    tests: PLAN_RESTRICTIONS,
  },
  {
    name: 'a booking moves to a rate plan that is closed',
    file: 'src/domain/booking/decide-modification.ts',
    from: 'if (reason.ratePlanId !== undefined && reason.ratePlanId !== booking.ratePlanId) return false;',
    to: '',
    tests: PLAN_RESTRICTIONS,
  },
  {
    name: 'a node does not hear of restrictions of rate plans',
    file: 'src/snapshot/apply.ts',
    from: ': applyPlanDays(snapshot, row.rate_plan_id, row.restrictions, deleted),',
    to: ': undefined,',
    tests: PLAN_RESTRICTIONS,
  },
  {
    name: 'only the newest quote counts for PRICE_CHANGED',
    file: 'src/domain/booking/agree-price.ts',
    from: 'return newer.length > 0 ? newer : live;',
    to: 'const newest = newestQuote(newer.length > 0 ? newer : live);\n  return newest === null ? [] : [newest];',
  },
  {
    name: 'an alert is never remembered',
    file: 'src/desk/decide-command.ts',
    from: "if ('alert' in decision) state.alertGuest(decision.alert);",
    to: '',
  },
  {
    name: 'an alert outlives the booking of its guest',
    file: 'src/desk/desk-state.ts',
    from: 'this.alerts.end(booking, booking.guest.phone);',
    to: '',
  },
  {
    name: 'quotes at the price of a hold count like others',
    file: 'src/domain/booking/agree-price.ts',
    from: '!quote.fromHold && ',
    to: '',
  },
  {
    name: 'only a price that rises counts as a price change',
    file: 'src/domain/pricing/price-change.ts',
    from: 'Math.abs(today - promised) * 100 > promised',
    to: '(today - promised) * 100 > promised',
  },
  {
    name: 'prebook takes the party of the newest quote',
    file: 'src/domain/booking/decide-hold.ts',
    from: 'const usual = agreedParty(candidates) ?? usual',
    to: 'const usual = newestQuote(candidates)?.party ?? usual',
  },
  {
    name: 'a repeated prebook makes a second hold if another shopper got a quote in between',
    file: 'src/domain/booking/decide-hold.ts',
    from: 'if (repeated !== undefined) return',
    to: 'if (repeated === null) return',
  },
  {
    name: 'price-check shows any hold of the partner to everybody',
    file: 'src/domain/booking/price-check.usecase.ts',
    from: 'if (roomType === null || plan === null || (prebookToken === null && guestPhone === null)) return null;',
    to: 'if (roomType === null || plan === null) return null;\n  if (prebookToken === null && guestPhone === null)\n    return context.snapshot.liveHolds(caller.client.ledgerId, roomType.id, now)[0] ?? null;',
  },
  {
    name: 'a hold found by the guest telephone loses its party',
    file: 'src/domain/booking/decide-booking.ts',
    from: 'wantedStay(request.asked, hold, state',
    to: 'wantedStay(request.asked, request.prebookToken === null ? null : hold, state',
  },
  {
    name: 'a hold is checked against the restrictions of today',
    file: 'src/domain/booking/decide-booking.ts',
    from: ': (hotelProblem(known.value) ?? heldPrice(matching, promises));',
    to: ': admitParty(known.value, request.stay, party).ok ? heldPrice(matching, promises) : refuse("QUOTE_EXPIRED", "");',
  },
  {
    name: 'a booking from a hold has the cancellation terms of today',
    file: 'src/domain/booking/decide-booking.ts',
    from: 'matching ?? termsToday(',
    to: 'termsToday(',
  },
  {
    name: 'a lowered allotment takes a held room away',
    file: 'src/domain/booking/stay-facts.ts',
    from: 'return ownHeld + Math.max(0, free);',
    to: 'return Math.max(0, ownHeld + free);',
  },
  {
    name: 'a finished stay can be cancelled',
    file: 'src/domain/booking/decide-cancellation.ts',
    from: 'if (today >= booking.stay.checkOut)',
    to: 'if (today >= booking.stay.checkOut + 1000)',
  },
  {
    name: 'stays close on the day of check-out',
    file: 'src/domain/booking/decide-closing.ts',
    from: 'if (today <= booking.stay.checkOut) return null;',
    to: 'if (today < booking.stay.checkOut) return null;',
  },
  {
    name: 'where the hotel collects, money that nobody has paid is refunded',
    file: 'src/domain/booking/payable.ts',
    from: "return collectedBy === 'HOTEL' ? NOTHING : subtract(amount, penalty);",
    to: 'return subtract(amount, penalty);',
  },
  {
    name: 'a write that never reached the database is not missed',
    file: 'src/desk/locks.store.ts',
    from: 'select expect_writes($4) from marker',
    to: 'select $4::int from marker',
    tests: ['test/core/batch-writes.test.ts'],
  },
  {
    name: 'the row count of stored responses is not checked',
    file: 'src/desk/records.store.ts',
    from: 'expect_rows(count(*), $4,',
    to: 'expect_rows(count(*) + 0 * $4::int, null,',
    tests: ['test/core/batch-writes.test.ts'],
  },
  {
    name: 'two changes of one booking share a batch',
    file: 'src/desk/hotel-queues.ts',
    from: 'if (changed.has(command.bookingId)) return index;',
    to: '',
  },
  {
    name: 'a price that was not loaded falls back to the usual price',
    file: 'src/desk/batch-plans.ts',
    from: 'if (own === undefined) throw',
    to: 'if (plan === undefined) throw',
  },
  {
    name: 'a penalty that is due is capped by the new total',
    file: 'src/domain/booking/payable.ts',
    from: 'return add(booking.price.total, retained(booking));',
    to: 'return booking.price.total;',
  },
  {
    name: 'the timeline after a change does not show the least penalty',
    file: 'src/domain/booking/decide-modification.ts',
    from: 'timeline: atLeast(timeline, leastPenalty),',
    to: 'timeline,',
  },
  {
    name: 'two changes together may exceed 30 nights',
    file: 'src/domain/booking/decide-modification.ts',
    from: 'if (problem !== null) return refuseInput([problem]);',
    to: '',
  },
  {
    name: 'kept nights are priced again',
    file: 'src/domain/booking/decide-modification.ts',
    from: 'keeps ? booking.price.nightly.map((night) => [night.day, night]) : []',
    to: '[]',
  },
  {
    name: 'a modification returns 200 and changes nothing',
    file: 'src/desk/decide-command.ts',
    from: "if (isNew)\n    state.change(before, {\n      booking,\n      action: 'MODIFIED',",
    to: "if (isNew && state.now === 0)\n    state.change(before, {\n      booking,\n      action: 'MODIFIED',",
  },
  {
    name: 'a cancellation keeps the rooms',
    file: 'src/domain/booking/booking.ts',
    from: "if (status === 'CANCELLED') return null;",
    to: '',
  },
  {
    name: 'a booking shares the batch of one that cannot be honoured, and gets its room',
    file: 'src/desk/hotel-queues.ts',
    from: 'if (blocksNights(command)) return Math.max(1, index);',
    to: '',
    tests: RECEPTION,
  },
  {
    name: 'nights of a no-show stay booked',
    file: 'src/domain/booking/booking.ts',
    from: 'return releasedFrom === null ? stay : { checkIn: stay.checkIn, checkOut: releasedFrom };',
    to: 'return stay;',
    tests: RECEPTION,
  },
  {
    name: 'the exchange rate of the quote is not kept',
    file: 'src/domain/booking/agree-price.ts',
    from: 'currency, newest?.price.exchange?.rate);',
    to: 'currency);',
  },
  {
    name: 'a desk of an old epoch still decides',
    file: 'src/desk/run-batch.ts',
    from: 'tools.tenure !== null && tools.tenure.epoch !== state.epoch',
    to: 'tools.tenure === undefined',
    tests: ONE_DESK,
  },
  {
    name: 'commands of other processes go to the end of the queue',
    file: 'src/desk/hotel-queues.ts',
    from: 'waiting[at - 1]!.arrivedAt > entry.arrivedAt',
    to: 'waiting[at]!.arrivedAt > entry.arrivedAt',
  },
  {
    name: 'the desk does not wait for what another process has read before',
    file: 'src/desk/one-desk/own-desk.ts',
    from: 'completeUntil: () => server.completeUntil(),',
    to: 'completeUntil: () => Number.POSITIVE_INFINITY,',
    tests: ONE_DESK,
  },
  {
    name: 'a forwarded command without an Idempotency-Key has no key of its own',
    file: 'src/desk/one-desk/one-desk.ts',
    from: 'pending.command = withKey(pending.command, randomUUID());',
    to: 'withKey(pending.command, randomUUID());',
    tests: ONE_DESK,
  },
  {
    name: 'a quote is not sent to the desk of another process',
    file: 'src/desk/one-desk/one-desk.ts',
    from: 'return this.own === null ? this.quotes.send(quote, this.link) : null;',
    to: 'return null;',
    tests: ONE_DESK,
  },
  {
    name: 'a change of an offer shares a batch with bookings of its hotel',
    file: 'src/desk/hotel-queues.ts',
    from: '|| changesOffer(command)) return index;',
    to: ') return index;',
    tests: OFFERS,
  },
  {
    name: 'the node of the desk skips the nights that its desk has written',
    file: 'src/desk/write/write-offers.store.ts',
    from: "current_setting('application_name') || '-offer'",
    to: "current_setting('application_name')",
    tests: OFFERS,
  },
  {
    name: 'a night that nobody has opened is sold',
    file: 'src/domain/inventory/restrictions.ts',
    from: "if (!night.open) reasons.push({ code: 'NOT_OPEN', day });",
    to: '',
    tests: OPENING,
  },
  {
    name: 'search finds a night that nobody has opened',
    file: 'src/domain/inventory/calendar.ts',
    from: '(rules & (STOP_SELL | NOT_OPEN)) !== 0',
    to: '(rules & STOP_SELL) !== 0',
    tests: OPENING,
  },
  {
    name: 'search lists a plan in its release period',
    file: 'src/snapshot/search/stay-search.ts',
    from: 'this.daysAhead >= releaseDays && (planDays',
    to: '(planDays',
    tests: OPENING,
  },
  {
    name: 'a suspended partner can call',
    file: 'src/domain/partners/authenticate.ts',
    from: ' || client.isSuspended',
    to: '',
    tests: ['test/cli/key.test.ts', 'test/http/partner/authentication.test.ts'],
  },
  {
    name: 'a renewed certificate also allows TLS 1.2',
    file: 'src/boot/tls/served-certificate.ts',
    from: 'this.server?.setSecureContext({ cert: found.cert, key: found.key, ...ONLY_TLS_1_3 });',
    to: 'this.server?.setSecureContext({ cert: found.cert, key: found.key });',
    tests: TLS,
  },
  {
    name: 'an expired certificate replaces a valid one',
    file: 'src/boot/tls/served-certificate.ts',
    from: 'if (notValid !== null && whyNotValid(this.current, now) === null)',
    to: 'if (false)',
    tests: TLS,
  },
  {
    name: 'a stop closes TLS connections that wait for a response',
    file: 'src/http/common/connections.ts',
    from: 'this.exchanges.get(this.above.get(socket) ?? socket)',
    to: 'this.exchanges.get(socket)',
    tests: TLS,
  },
];
