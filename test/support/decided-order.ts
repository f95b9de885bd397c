import type { Command } from '../../src/domain/booking/command.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { DEMO_HOTELS } from '../../src/sandbox/demo-hotels.ts';
import { bookCommand } from './book-command.ts';
import { seededRandom } from './seeded.ts';
import { startTestService } from './service.ts';
import { demoStay } from './stay.ts';

const WAVE = 5_000;

/**
 * Submits attempts in waves. Returns how many attempts were decided, and the attempts that were decided after a later
 * attempt for the same hotel.
 */
export async function decideInOrder(attempts: number): Promise<{ decided: number; inversions: number[] }> {
  const random = seededRandom();
  const decided = new Map<string, number[]>();
  const arrivals = new Map<string, number>();
  const onDecided = (command: Command) => {
    const list = decided.get(command.hotelLedger.hotelId) ?? [];
    list.push(arrivals.get((command as { requestId: string }).requestId)!);
    decided.set(command.hotelLedger.hotelId, list);
  };
  const service = await startTestService({ desk: { onDecided, lanes: 3 } });
  const hotels = DEMO_HOTELS.filter((hotel) => hotel.uncontracted === undefined);
  const templates = hotels.map((hotel) =>
    bookCommand(service, service.credentials, demoStay({ hotel: hotel.publicId, board: 'RO', nights: 1 })),
  );
  let arrival = 0;
  for (let wave = 0; wave < attempts / WAVE; wave += 1) {
    const responses = [];
    for (let index = 0; index < WAVE; index += 1) {
      // One hotel gets 40 % of the attempts. The rest is spread over all hotels.
      const template = templates[random() < 0.4 ? 0 : Math.floor(random() * templates.length)]!;
      const requestId = `arrival-${arrival}`;
      arrivals.set(requestId, arrival);
      arrival += 1;
      responses.push(
        service.context.submit({
          ...template,
          requestId,
          request: { ...template.request, bookingId: idOf(crypto.randomUUID()) },
        }),
      );
      // Let some attempts arrive while a batch is running.
      if (index % 97 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(responses);
  }
  await service.end();
  const lists = [...decided.values()];
  return {
    decided: lists.reduce((sum, list) => sum + list.length, 0),
    inversions: lists.flatMap((list) => list.filter((at, index) => index > 0 && at < list[index - 1]!)),
  };
}
