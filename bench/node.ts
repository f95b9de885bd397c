import type { AddressInfo } from 'node:net';
import type { Service } from '../src/boot/service.ts';
import { dayOf, parseDay } from '../src/kernel/day.ts';
import { idOf, ledgerIdOf } from '../src/kernel/ids.ts';
import { monotonicNow } from '../src/platform/db/monotonic.ts';
import { startBenchService } from './bench-service.ts';
import { respondToParent } from './child.ts';
import { profiledShares, startProfile, stopProfile } from './profile.ts';

/** A node of the service in its own process. It serves requests exactly as a production node does. */
let service: Service;
let watched: { roomTypeId: string; day: number; seenAt: number | null }[] = [];
let watch: NodeJS.Timeout | undefined;

async function start(databaseUrl: string): Promise<number> {
  service = await startBenchService(databaseUrl);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  return (service.app.server.address() as AddressInfo).port;
}

function memory(): { residentBytes: number; peakBytes: number } {
  return {
    residentBytes: process.memoryUsage.rss(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** Checks this node's memory every millisecond and records when the first booking of each night appears. */
function watchNights(nights: { roomTypeId: string; checkIn: string }[]): void {
  watched = nights.map(({ roomTypeId, checkIn }) => ({ roomTypeId, day: parseDay(checkIn)!, seenAt: null }));
  watch = setInterval(() => {
    const { snapshot } = service.context;
    for (const night of watched)
      if (
        night.seenAt === null &&
        (snapshot.findCounters(ledgerIdOf(1), idOf(night.roomTypeId))?.bookedOn(dayOf(night.day)) ?? 0) > 0
      )
        night.seenAt = monotonicNow();
  }, 1);
}

function seenAt(): (number | null)[] {
  clearInterval(watch);
  return watched.map((night) => night.seenAt);
}

let rooms: { roomTypeId: string; day: number; allotment: number; seenAt: number | null }[] = [];

/** Checks this node's memory every millisecond and records when each night has its new allotment. */
function watchRooms(nights: { roomTypeId: string; day: number; allotment: number }[]): void {
  rooms = nights.map(({ roomTypeId, day, allotment }) => ({ roomTypeId, day, allotment, seenAt: null }));
  watch = setInterval(() => {
    const { snapshot } = service.context;
    for (const night of rooms)
      if (
        night.seenAt === null &&
        snapshot.calendarOf(idOf(night.roomTypeId)).get(dayOf(night.day)).allotment === night.allotment
      )
        night.seenAt = monotonicNow();
  }, 1);
}

function roomsSeenAt(): (number | null)[] {
  clearInterval(watch);
  return rooms.map((night) => night.seenAt);
}

respondToParent(
  { start, memory, watchNights, seenAt, watchRooms, roomsSeenAt, startProfile, stopProfile, profiledShares },
  () => service?.close(),
);
