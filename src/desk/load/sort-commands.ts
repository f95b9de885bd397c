// Divides the commands of a batch once into lists, one for each kind of data to load.

import {
  type AriCommand,
  type BookCommand,
  type CallerCommand,
  type ChangeCommand,
  type Command,
  type HoldCommand,
  type HotelLedger,
  type IdempotencyScope,
  isChange,
  isReceptionCommand,
  isRoomCommand,
  type ModifyCommand,
  type OfferCommand,
  type ReceptionCommand,
  type ReleaseCommand,
  type RoomCommand,
} from '../../domain/booking/command.ts';

export type KeyedCommand = CallerCommand & { idempotency: IdempotencyScope };

/** The commands of a batch, with one list for each kind of data to load. Each list keeps the order of the batch. */
export interface SortedCommands {
  /** The hotel ledgers of all commands. */
  hotelLedgers: HotelLedger[];
  keyed: KeyedCommand[];
  stays: RoomCommand[];
  holds: HoldCommand[];
  books: BookCommand[];
  releases: ReleaseCommand[];
  changes: ChangeCommand[];
  modifications: ModifyCommand[];
  reception: ReceptionCommand[];
  offers: OfferCommand[];
  messages: AriCommand[];
}

/** Sorts the commands once, so that each loader receives the commands that it needs and no others. */
export function sortCommands(commands: readonly Command[]): SortedCommands {
  // The empty lists are written out. Spreading object literals would cost 10 µs per batch, a third of the time to
  // prepare the load of one booking.
  const sorted: SortedCommands = {
    hotelLedgers: [],
    keyed: [],
    stays: [],
    holds: [],
    books: [],
    releases: [],
    changes: [],
    modifications: [],
    reception: [],
    offers: [],
    messages: [],
  };
  for (const command of commands) {
    sorted.hotelLedgers.push(command.hotelLedger);
    if (command.idempotency !== null) sorted.keyed.push(command as KeyedCommand);
    if (isRoomCommand(command)) sorted.stays.push(command);
    if (isChange(command)) sorted.changes.push(command);
    if (isReceptionCommand(command)) sorted.reception.push(command);
    if (command.kind === 'hold') sorted.holds.push(command);
    else if (command.kind === 'book') sorted.books.push(command);
    else if (command.kind === 'release') sorted.releases.push(command);
    else if (command.kind === 'modify') sorted.modifications.push(command);
    else if (command.kind === 'offer') sorted.offers.push(command);
    else if (command.kind === 'ari') sorted.messages.push(command);
  }
  return sorted;
}
