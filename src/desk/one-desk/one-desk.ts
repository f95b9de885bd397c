// Sends each command to the process that is the desk, even while the desk changes.

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
import { Witness } from './witness.ts';

const CHECK_MILLISECONDS = 100;
/** How long a new desk waits until its memory has all committed data. The change feed delivers the rest later. */
const CATCH_UP_MILLISECONDS = 1_000;
/** A timer that fires this late means that this process was paused. */
const PAUSED_MILLISECONDS = 1_000;
const FIRST_LINK_MILLISECONDS = 3_000;

type PendingHere = Pending<OwnDesk | DeskLink>;

/**
 * Gives each process access to the one desk of the database. If this process is elected, its desk receives the
 * commands. If not, a link carries the commands to the elected process. When the desk changes, commands without a
 * response are sent to the next desk. Each command has a key, so no command is executed twice.
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
  /** The last time at which this process was the desk or had a working link to the desk. */
  private deskSeenAt = monotonicNow();
  private checkedAt = monotonicNow();
  private warnedOf = '';
  private isRejected = false;
  readonly witness: Witness;
  private readonly checks: NodeJS.Timeout;
  private whenFirst: () => void = () => {};

  constructor(options: OneDeskOptions) {
    this.options = options;
    this.witness = new Witness(options);
    this.pending = new PendingCommands(options.write, (...told) => this.witness.remember(...told, true));
    this.quotes = new QuoteSender(options.quotes);
    this.security = linkSecurity(options.signingKeys);
    const { host, port } = options;
    this.server = new DeskServer({ host, port, security: this.security.server });
    this.checks = setInterval(() => this.check(), CHECK_MILLISECONDS).unref();
  }

  /** Resolves when this process is the desk or is linked to the desk, or after a few seconds without a desk. */
  async start(): Promise<void> {
    const listening = await this.server.listen();
    const { databaseUrl, process, deskName, onError, address = null } = this.options;
    await this.witness.recall();
    this.election = new Election({
      url: databaseUrl,
      self: { process, address: address ?? listening, host: hostname(), deskName },
      witness: this.witness,
      onTaken: (epoch, hasSeenDesk) => this.take(epoch, hasSeenDesk),
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

  /** True if a command would reach a desk now. */
  get isReachable(): boolean {
    return this.own !== null || this.link?.isReady === true;
  }

  get isDesk(): boolean {
    return this.own !== null;
  }

  /** The number of commands in the queue of this process's desk. */
  get waiting(): number {
    return this.own?.desk.waiting ?? 0;
  }

  get process(): string {
    return this.options.process;
  }

  get epoch(): number {
    return this.own?.epoch ?? this.link?.epoch ?? this.known?.epoch ?? 0;
  }

  /** When this returns, the command is in the queue or was sent to the desk. Its place in the order is then fixed. */
  forward(command: Command): Promise<FinalResponse> {
    return this.pending.add(command, (pending) => this.route(pending));
  }

  /** Returns null if this desk has the quote. Otherwise resolves when the desk or the database has it, or after 1 s. */
  keepQuote(quote: Quote): Promise<void> | null {
    this.options.quotes.give(quote);
    return this.own === null ? this.quotes.send(quote, this.link) : null;
  }

  /** Called while this process is busy, so that the desk does not have to wait for a mark of this process. */
  markIfWanted(): void {
    this.link?.markIfWanted();
  }

  /** Lets another process become the desk, if one can. Commands of this process are then sent to the new desk. */
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
    // The desks of this process respond first, because a desk knows which commands were not executed.
    setImmediate(() => this.pending.giveUpAll());
    return lost;
  }

  async stop(): Promise<void> {
    clearInterval(this.checks);
    await this.election?.stop();
    this.link?.close();
    await this.server.stop();
    this.witness.close();
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

  /** Called when a desk has not executed the command and will not execute it. The next desk may not be known yet. */
  private moved(pending: PendingHere, from: OwnDesk | DeskLink): void {
    if (!this.pending.takeFrom(from, pending)) return;
    if (this.own === from || this.link === from) this.election?.wake();
    else this.route(pending);
  }

  /** Opens the desk. The commits of earlier desks must first be in memory, because no other process reports them. */
  private async take(epoch: number, hasSeenDesk: boolean): Promise<void> {
    this.link?.close();
    await within(CATCH_UP_MILLISECONDS, Promise.all([...this.desks].map((desk) => desk.stop())));
    await this.catchUp('process');
    if (this.election?.epoch === epoch) this.open(epoch, hasSeenDesk);
  }

  private open(epoch: number, hasSeenDesk: boolean): void {
    const { options, server, witness } = this;
    const isInOffice = () => this.own?.epoch === epoch;
    const own = new OwnDesk(epoch, options, { server, witness, isInOffice, hasSeenDesk });
    this.desks.add(own.desk);
    this.own = own;
    this.deskSeenAt = monotonicNow();
    this.options.onEvent({ kind: 'taken', epoch });
    for (const pending of this.pending.waiting()) this.route(pending);
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
        // The new desk does not send the changes of the previous desk, so the change feed must deliver them.
        await this.catchUp('process');
        if (this.link !== link) return;
        this.warnedOf = '';
        this.isRejected = false;
        this.options.onEvent({ kind: 'linked', epoch: desk.epoch, address });
        link.open();
        this.quotes.sendRecent(link);
        for (const pending of this.pending.waiting()) this.route(pending);
        link.markNow();
        this.whenFirst();
      },
      onResponse: (id, response) => {
        const pending = this.pending.find(id);
        if (pending === undefined) return;
        // An earlier desk may have executed the command without sending the changes to this node.
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
    const { address } = link;
    // The process logs the warning once, although it tries to reach an unreachable desk many times per second.
    if (reason === null || `${address} ${reason}` === this.warnedOf) return;
    this.warnedOf = `${address} ${reason}`;
    this.options.onEvent({ kind: 'unlinked', address, host, reason });
  }

  private async catchUp(whose: 'process' | 'node'): Promise<void> {
    await within(CATCH_UP_MILLISECONDS, this.options.catchUp(whose)).catch(this.options.onError);
  }

  private check(): void {
    const { link } = this;
    const now = monotonicNow();
    // If this process itself was paused, the silence proves nothing about the desk.
    if (this.own !== null || now - this.checkedAt > PAUSED_MILLISECONDS) this.deskSeenAt = now;
    this.checkedAt = now;
    if (link?.isReady) {
      this.deskSeenAt = Math.max(this.deskSeenAt, link.lastHeard);
      this.pending.judge(link, link);
    }
    this.pending.giveUpOverdue();
  }
}
