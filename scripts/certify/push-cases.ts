import { type Exam, NotPassed } from './exam.ts';

/** Each case uses nights or fields that no other case uses. */
const NIGHT = { departure: 29, late: 37, lost: 39, arrival: 38 };

export async function roomsLeftBecome(exam: Exam, day: number, rooms: number): Promise<void> {
  await exam.until(async () => {
    const now = (await exam.inForce(day)).roomsLeft;
    return now === rooms ? null : `rooms left on ${exam.date(day)}: ${now}, expected ${rooms}`;
  });
}

export async function price(exam: Exam, day: number): Promise<void> {
  const double = await askForPrice(exam, day);
  await priceBecomes(exam, day, double);
}

/** Gives the hotel system the task to set a price that the night does not have. Returns this price. */
async function askForPrice(exam: Exam, day: number, steps = 1): Promise<string> {
  const { roomType, ratePlan } = exam.product;
  const before = await exam.inForce(day);
  const double = before.double.includes('.')
    ? (Number(before.double) + steps).toFixed(2)
    : `${Number(before.double) + 1000 * steps}`;
  exam.ask({ do: 'price', roomType, ratePlan, date: exam.date(day), double, currency: before.currency });
  return double;
}

async function priceBecomes(exam: Exam, day: number, double: string): Promise<void> {
  await exam.until(async () => {
    const now = await exam.inForce(day);
    return now.double === double ? null : `the price is ${now.double}, expected ${double}`;
  });
}

export async function closedToArrival(exam: Exam): Promise<void> {
  const task = { do: 'arrival' as const, ...(await sold(exam, NIGHT.arrival)) };
  exam.ask({ ...task, closed: true });
  await refusedWith(exam, NIGHT.arrival, ['CLOSED_TO_ARRIVAL']);
  await stillSold(exam, NIGHT.arrival - 1);
  exam.ask({ ...task, closed: false });
  await soldAgain(exam, NIGHT.arrival);
}

/** Tests a date that is closed to departure. The refused stay begins one day earlier, so it ends on the closed date. */
export async function closedToDeparture(exam: Exam): Promise<void> {
  const night = NIGHT.departure - 1;
  const task = { do: 'departure' as const, ...(await sold(exam, night)), date: exam.date(NIGHT.departure) };
  exam.ask({ ...task, closed: true });
  await refusedWith(exam, night, ['CLOSED_TO_DEPARTURE']);
  await stillSold(exam, night);
  exam.ask({ ...task, closed: false });
  await soldAgain(exam, night);
}

/** Checks that a stay of two nights over the closed date can be sold. */
async function stillSold(exam: Exam, day: number): Promise<void> {
  const reasons = await exam.refusal(day, 2);
  if (reasons.length > 0)
    throw new NotPassed(`a stay over the closed date is refused too: ${reasons.join(', ')}`);
}

export async function lostResponse(exam: Exam): Promise<void> {
  const before = await exam.inForce(NIGHT.lost);
  const rooms = before.roomsLeft === 3 ? 4 : 3;
  exam.relay.arm('RESPONSE_LOST');
  exam.ask({ do: 'rooms left', roomType: exam.product.roomType, date: exam.date(NIGHT.lost), rooms });
  const lost = await pushArrives(exam);
  await exam.until(async () => {
    const later = exam.relay.pushes.slice(exam.relay.pushes.indexOf(lost) + 1);
    const again = later.find(({ messageId }) => messageId === lost.messageId);
    if (again === undefined) return `push ${lost.messageId} was not sent again with the same messageId`;
    if (again.body !== lost.body)
      throw new NotPassed(`push ${lost.messageId} was sent again with another body`);
    return null;
  });
  await roomsLeftBecome(exam, NIGHT.lost, rooms);
}

/** Tests two prices, of which the first arrives after the second. */
export async function late(exam: Exam): Promise<void> {
  exam.relay.arm('DELAYED');
  await askForPrice(exam, NIGHT.late, 1);
  await pushArrives(exam);
  const newer = await askForPrice(exam, NIGHT.late, 2);
  await priceBecomes(exam, NIGHT.late, newer);
  await exam.relay.deliverDelayed();
  const { double } = await exam.inForce(NIGHT.late);
  if (double !== newer)
    throw new NotPassed(
      `an older push has arrived late and has replaced ${newer} with ${double}: send sentAt`,
    );
}

async function pushArrives(exam: Exam) {
  const { relay } = exam;
  await exam.until(async () => (relay.victim === null ? `no push has come to ${relay.address}` : null));
  return relay.victim!;
}

/** Returns the product and the date of a night. Throws NotPassed if a partner cannot book this night now. */
export async function sold(exam: Exam, day: number) {
  const reasons = await exam.refusal(day);
  const date = exam.date(day);
  if (reasons.length > 0)
    throw new NotPassed(`${date} cannot be sold before the case begins (${reasons.join(', ')}): open it`);
  return { roomType: exam.product.roomType, ratePlan: exam.product.ratePlan, date };
}

export async function refusedWith(exam: Exam, day: number, wanted: string[]): Promise<void> {
  await exam.until(async () => {
    const reasons = await exam.refusal(day);
    if (reasons.some((reason) => wanted.includes(reason))) return null;
    const now = reasons.length === 0 ? 'a partner can still buy it' : reasons.join(', ');
    return `one night on ${exam.date(day)}: ${now}, expected ${wanted.join(' or ')}`;
  });
}

export async function soldAgain(exam: Exam, day: number): Promise<void> {
  await exam.until(async () => {
    const reasons = await exam.refusal(day);
    return reasons.length === 0
      ? null
      : `one night on ${exam.date(day)} is still refused: ${reasons.join(', ')}`;
  });
}
