import type { OriginBulkhead } from './origin-bulkhead.js';

/** Closed bulkheads are kept apart from the others, so that unproven origins cannot evict them. */
const MAX_CLOSED = 100;
/** How long pages wait for probes while an application knows no origin that accepts messages. */
const PATIENCE: OriginPatience = { single: 100, crowd: 1_000, page: 200 };
/** Probes of one application take turns, separately for the two kinds of origins. */
const TURN_EVERY_MS = { single: 250, crowd: 50 };
const CROWD = 8;
/** An unused turn ends after this time. */
const TURN_LASTS_MS = 30_000;

/** How long pages wait for probes, in ms: one page, and all pages of an application by the kind of origin. */
export interface OriginPatience extends Record<Kind, number> {
  readonly page: number;
}

/** Whether few messages of a page wait for an origin, or many. */
export type Kind = 'single' | 'crowd';

export const kindOf = (messages: number): Kind => (messages >= CROWD ? 'crowd' : 'single');

/** The origins of one application that accept messages, and the pace of probes while there are none. */
export class AppOrigins {
  private readonly closed = new Map<string, OriginBulkhead>();
  private readonly nextTurnAt = { single: 0, crowd: 0 };
  private left: OriginPatience;

  constructor(private readonly fullPatience: OriginPatience = PATIENCE) {
    this.left = fullPatience;
  }

  get hasClosed(): boolean {
    return this.closed.size > 0;
  }

  closedOnes(): OriginBulkhead[] {
    return [...this.closed.values()];
  }

  closedAt(origin: string): OriginBulkhead | undefined {
    return this.closed.get(origin);
  }

  /** Never evicts an origin that many messages go to. */
  addClosed(origin: string, bulkhead: OriginBulkhead): void {
    this.closed.set(origin, bulkhead);
    this.left = this.fullPatience;
    if (this.closed.size <= MAX_CLOSED) return;
    const [least] = [...this.closed].toSorted(([, a], [, b]) => a.accepted - b.accepted);
    if (least) this.closed.delete(least[0]);
  }

  removeClosed(origin: string): void {
    this.closed.delete(origin);
  }

  /** How long a page may wait for its probes, ms; 0 while another origin accepts messages. */
  patience(kind: Kind): number {
    return this.hasClosed ? 0 : Math.min(this.fullPatience.page, this.left[kind]);
  }

  spendPatience(kind: Kind, ms: number): void {
    this.left = { ...this.left, [kind]: Math.max(0, this.left[kind] - ms) };
  }

  /** When the origin may be probed, epoch ms. It keeps its turn until a page has had time to use it. */
  turnOf(bulkhead: OriginBulkhead, now: number): number {
    if (bulkhead.turnAt === null || !hasTurn(bulkhead, now)) {
      const kind = kindOf(bulkhead.crowd);
      bulkhead.turnAt = Math.max(now, this.nextTurnAt[kind]);
      this.nextTurnAt[kind] = bulkhead.turnAt + TURN_EVERY_MS[kind];
    }
    return bulkhead.turnAt;
  }

  setBack(ms: number): void {
    this.nextTurnAt.single -= ms;
    this.nextTurnAt.crowd -= ms;
  }
}

export const hasTurn = ({ turnAt }: OriginBulkhead, now: number): boolean =>
  turnAt !== null && now < turnAt + TURN_LASTS_MS;
