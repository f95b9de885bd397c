// Sends each command to the process that is the desk, also while the desk changes.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Command, type FinalResponse, withKey } from '../../domain/booking/command.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { within } from '../../platform/db/within.ts';
import type { Desk } from '../desk.ts';
import { DeskLink } from './desk-link.ts';
import { DeskServer } from './desk-server.ts';
import type { DeskRow } from './election.store.ts';
import { Election } from './election.ts';
import { linkSecurity } from './link-key.ts';
import type { OneDeskOptions } from './options.ts';
import { OwnDesk } from './own-desk.ts';
import { type Pending, PendingCommands } from './pending-commands.ts';
import { QuoteSender } from './quote-sender.ts';

const CHECK_MILLISECONDS = 100;
/** A new desk waits at most this long for data that is already committed. The change feed delivers the rest a little later. */
const CATCH_UP_MILLISECONDS = 1_000;
/** If our own timer is this late, this process was paused. */
const PAUSED_MILLISECONDS = 1_000;
const FIRST_LINK_MILLISECONDS = 3_000;

type PendingHere = Pending<OwnDesk | DeskLink>;

/**
 * Gives each process access to the one desk of the database. A command goes to the desk of this process, if this
 * process is elected, or over a link to the elected process. When the desk changes, commands without a response go to
 * the next desk. Each command has a key, so none is executed twice.
 */
export class OneDesk {
  private readonly options: OneDeskOptions;
  private readonly server: DeskServer;
  private readonly security: ReturnType<typeof linkSecurity>;
  private election: Election | null = null;
  private own: OwnDesk | null = null;
  private readonly desks = new Set<Desk>();
  private link: DeskLink | null = null;
  private known: DeskRow | null = null;
  private readonly pending: PendingCommands<OwnDesk | DeskLink>;
  private readonly quotes: QuoteSender;
  /** When this process last had a desk, either its own desk or over a working link. */
  private deskSeenAt = monotonicNow();
  private checkedAt = monotonicNow();
  private warnedOf = '';
  private isRejected = false;
  private readonly checks: NodeJS.Timeout;
  private whenFirst: () => void = () => {};

  constructor(options: OneDeskOptions) {
    this.options = options;
    this.pending = new PendingCommands(options.write);
    this.quotes = new QuoteSender(options.quotes);
    this.security = linkSecurity(options.signingKeys);
    const { host, port } = options;
    this.server = new DeskServer({ host, port, security: this.security.server });
    this.checks = setInterval(() => this.check(), CHECK_MILLISECONDS).unref();
  }

  /** Resolves when this process is the desk or is linked to it, or after a few seconds without one. */
  async start(): Promise<void> {
    const listening = await this.server.listen();
    const { databaseUrl, process, deskName, onError, address = null } = this.options;
    this.election = new Election({
      url: databaseUrl,
      self: { process, address: address ?? listening, host: hostname(), deskName },
      onTaken: (epoch) => this.take(epoch),
      onLost: (reason) => this.lose(reason),
      onSeen: (desk) => this.see(desk),
      unlinkedFor: () => (this.link?.isReady ? 0 : monotonicNow() - this.deskSeenAt),
      isRejected: () => this.isRejected,
      isReluctant: this.options.isReluctant ?? false,
      hasOthers: () => this.server.peersOutside(null) > 0,
      onError,
    });
    const first = new Promise<void>((resolve) => {
      this.whenFirst = resolve;
      setTimeout(resolve, FIRST_LINK_MILLISECONDS).unref();
    });
    await this.election.start();
    if (this.own === null) await first;
  }

  /** Whether a command would reach a desk now. */
  get isReachable(): boolean {
    return this.own !== null || this.link?.isReady === true;
  }

  get isDesk(): boolean {
    return this.own !== null;
  }

  /** Commands in the queue of this process's desk. */
  get waiting(): number {
    return this.own?.desk.waiting ?? 0;
  }

  get process(): string {
    return this.options.process;
  }

  get epoch(): number {
    return this.own?.epoch ?? this.link?.epoch ?? this.known?.epoch ?? 0;
  }

  /** When this returns, the command has its place in the order: it is in the queue, or on its way to the desk. */
  forward(command: Command): Promise<FinalResponse> {
    return this.pending.add(command, (pending) => this.route(pending));
  }

  /** Null if the desk already has the quote. Otherwise resolves when the desk or the database has it, or after 1 s. */
  keepQuote(quote: Quote): Promise<void> | null {
    this.options.quotes.give(quote);
    return this.own === null ? this.quotes.send(quote, this.link) : null;
  }

  /** Called while this process is busy, so that the desk need not wait for it. */
  markIfWanted(): void {
    this.link?.markIfWanted();
  }

  /** Hands the desk over if another process can take it. Commands of this process then go to the next desk. */
  async handOver(to: 'any process' | 'another node'): Promise<void> {
    const others = this.server.peersOutside(to === 'another node' ? this.options.node : null);
    if (this.own === null || others === 0) return;
    const { desk } = this.own;
    desk.resign();
    await desk.stop();
    this.election?.withdraw();
  }

  /** Resolves when every command in the desks of this process has a response. */
  async whenIdle(): Promise<void> {
    for (const desk of this.desks) await desk.stop();
  }

  /** Responds to every command with what is known now. Returns a description of the abandoned commands. */
  abandon(): string[] {
    const lost = [...this.desks].flatMap((desk) => desk.abandon());
    // The desks know more, so their responses come first.
    setImmediate(() => this.pending.giveUpAll());
    return lost;
  }

  async stop(): Promise<void> {
    clearInterval(this.checks);
    await this.election?.stop();
    this.link?.close();
    await this.server.stop();
  }

  private route(pending: PendingHere): void {
    const { own, link } = this;
    if (own !== null) this.decideHere(pending, own);
    else if (link?.isReady) this.decideThere(pending, link);
  }

  private decideThere(pending: PendingHere, link: DeskLink): void {
    this.pending.place(pending, link);
    pending.command = withKey(pending.command, randomUUID());
    link.sendCommand(pending.id, pending.command, pending.arrivedAt);
  }

  private decideHere(pending: PendingHere, own: OwnDesk): void {
    this.pending.place(pending, own);
    own.receive(pending.command, pending.arrivedAt).then(
      (response) => {
        const seen =
          this.own === own ? this.server.whenSeenBy(this.options.node, null) : this.catchUp('node');
        if (seen === null) this.pending.finish(pending, response);
        else seen.then(() => this.pending.finish(pending, response));
      },
      () => this.moved(pending, own),
    );
  }

  /** Called when a desk did not execute the command and will not. An old desk may say so before the next desk is known. */
  private moved(pending: PendingHere, from: OwnDesk | DeskLink): void {
    if (!this.pending.takeFrom(from, pending)) return;
    if (this.own === from || this.link === from) this.election?.wake();
    else this.route(pending);
  }

  /** Before this desk begins, commits of earlier desks must be in memory, because no other process reports them. */
  private async take(epoch: number): Promise<void> {
    this.link?.close();
    await within(CATCH_UP_MILLISECONDS, Promise.all([...this.desks].map((desk) => desk.stop())));
    await this.catchUp('process');
    if (this.election?.epoch === epoch) this.open(epoch);
  }

  private open(epoch: number): void {
    const own = new OwnDesk(epoch, this.options, this.server, () => this.own?.epoch === epoch);
    this.desks.add(own.desk);
    this.own = own;
    this.deskSeenAt = monotonicNow();
    this.options.onEvent({ kind: 'taken', epoch });
    this.routeWaiting();
    this.whenFirst();
  }

  private lose(reason: string): void {
    const { own } = this;
    if (own === null) return;
    this.own = null;
    this.deskSeenAt = monotonicNow();
    this.pending.doubt(own, this.deskSeenAt);
    this.server.end();
    own.desk.breakOff();
    own.desk.stop().then(() => this.desks.delete(own.desk));
    this.options.onEvent({ kind: 'lost', reason });
  }

  /** Called when the election has read which process is the desk. */
  private see(desk: DeskRow): void {
    this.known = desk;
    if (desk.process === this.options.process) return;
    if (desk.address === null || this.link?.epoch === desk.epoch) return;
    this.link?.close();
    this.connect(desk, desk.address);
  }

  private connect(desk: DeskRow, address: string): void {
    const link: DeskLink = new DeskLink({
      ...this.options,
      ...{ address, epoch: desk.epoch, security: this.security.client },
      onWelcome: async () => {
        // Changes that the previous desk committed do not come over this link.
        await this.catchUp('process');
        if (this.link !== link) return;
        this.warnedOf = '';
        this.isRejected = false;
        this.options.onEvent({ kind: 'linked', epoch: desk.epoch, address });
        link.open();
        this.quotes.sendRecent(link);
        this.routeWaiting();
        link.markNow();
        this.whenFirst();
      },
      onResponse: (id, response) => {
        const pending = this.pending.find(id);
        if (pending === undefined) return;
        // An earlier desk may have executed the command without telling the processes of this node.
        if (pending.mayBeExecuted) this.catchUp('node').then(() => this.pending.finish(pending, response));
        else this.pending.finish(pending, response);
      },
      onMoved: (id) => {
        const pending = this.pending.find(id);
        if (pending !== undefined) this.moved(pending, link);
      },
      onKept: (id) => this.quotes.kept(id),
      onClosed: (reason) => this.unlink(link, desk, reason),
      onRejected: () => {
        this.isRejected = true;
      },
    });
    this.link = link;
  }

  private unlink(link: DeskLink, { host }: DeskRow, reason: string | null): void {
    if (this.link !== link) return;
    this.link = null;
    this.pending.lose(link, link.lastHeard);
    this.election?.wake();
    if (reason === null) return;
    const { address } = link;
    const warning = `${address} ${reason}`;
    // Warn once, because an unreachable desk is tried many times per second.
    if (warning !== this.warnedOf) this.options.onEvent({ kind: 'unlinked', address, host, reason });
    this.warnedOf = warning;
  }

  private async catchUp(whose: 'process' | 'node'): Promise<void> {
    await within(CATCH_UP_MILLISECONDS, this.options.catchUp(whose)).catch(this.options.onError);
  }

  /** Routes the waiting commands in arrival order. */
  private routeWaiting(): void {
    for (const pending of this.pending.waiting()) this.route(pending);
  }

  private check(): void {
    const { link } = this;
    const now = monotonicNow();
    // This process itself was paused, so the silence proves nothing about the desk.
    if (this.own !== null || now - this.checkedAt > PAUSED_MILLISECONDS) this.deskSeenAt = now;
    this.checkedAt = now;
    if (link?.isReady) {
      this.deskSeenAt = Math.max(this.deskSeenAt, link.lastHeard);
      // A lost link is noticed only after it has been silent for a while.
      if (link.isSilent) this.pending.doubt(link, link.lastHeard);
      else this.pending.trust(link);
    }
    this.pending.giveUpOverdue();
  }
}
