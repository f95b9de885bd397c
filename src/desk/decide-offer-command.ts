// Decides changes to what a hotel offers: changes by operators, and messages from suppliers.

import type { AriCommand, FinalResponse, OfferCommand } from '../domain/booking/command.ts';
import type { WriteResponse } from '../domain/booking/decided.ts';
import { executeAri } from '../domain/offers/ari/execute-ari.ts';
import { linesOfOffer } from '../domain/offers/audit-offer.ts';
import { decideOffer, type OfferDecision } from '../domain/offers/decide-offer.ts';
import type { OfferReport } from '../domain/offers/offer-change.ts';
import type { DeskState } from './desk-state.ts';

/** The maximum number of lines that a dry run shows. A large change can have thousands of lines. */
const SHOWN_LINES = 20;

/**
 * Decides a change by an operator. The response for the use case contains an OfferReport, or status 409 and the
 * problems.
 */
export function decideOfferCommand(state: DeskState, command: OfferCommand): FinalResponse {
  const offer = { ...state.offers.of(command), today: state.today };
  const decision = decideOffer(offer, command.change, command.season);
  if (!decision.ok) return response(409, { problems: decision.problems });
  if (!command.dryRun && changes(decision.value)) state.changeOffer({ command, decision: decision.value });
  const report = reportOf(decision.value);
  if (command.dryRun) report.details = linesOfOffer(decision.value, offer, SHOWN_LINES);
  return response(200, report);
}

/** Executes the next part of a supplier's message. */
export function decideAriCommand(state: DeskState, command: AriCommand, write: WriteResponse): FinalResponse {
  const { part, response: written } = executeAri(
    command,
    state.offers.messageOf(command),
    state.today,
    write,
  );
  if (part !== null) state.changeOffer(part);
  return written;
}

function changes({ nights, prices, endedSeason, newSeason }: OfferDecision): boolean {
  return nights.length > 0 || prices.length > 0 || endedSeason !== null || newSeason !== null;
}

function reportOf({ nights, prices, warnings }: OfferDecision): OfferReport {
  return { nights: nights.length, prices: prices.length, warnings };
}

function response(status: number, body: object): FinalResponse {
  return { status, body: JSON.stringify(body), replayed: false };
}
