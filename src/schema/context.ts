import type { Database } from '../database/database.js';
import type { Scope } from '../entities/api-key.js';
import type { Change } from '../services/audit/describe-change.js';
import { type Caller, requireAdmin, requireScope } from '../services/caller.js';
import type { Maintenance } from '../services/operations/operator-settings.js';
import type { StatusHub } from '../services/pubsub/status-hub.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import type { CostMeter } from '../services/rate-limits/cost-meter.js';
import type { RunQueryService } from '../services/runs/run-query-service.js';
import type { Services } from '../services/services.js';
import type { NeededColumns } from './columns/needed-columns.js';
import { createLoaders, type Loaders } from './loaders/create-loaders.js';

export interface Requester {
  readonly caller: Caller;
  /** Id of the request, in answers and in the log. */
  readonly reqId: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** IP address of the client. */
  readonly address: string;
  /** Public origin of this service, for links: `https://push.example.com`. */
  readonly origin: string;
}

export interface ContextParts {
  readonly services: Services;
  readonly status: StatusHub;
  createLoaders(needed: NeededColumns | null): Loaders;
  /** Returns the same loaders for every caller with the same object. The first caller creates them. */
  loadersFor(shared: object): Loaders;
}

/** The context of resolvers: the caller, the services, and loaders that live as long as the operation. */
export class GraphContext {
  readonly caller: Caller;
  readonly reqId: string;
  readonly services: Services;
  readonly status: StatusHub;
  private currentLoaders: Loaders | null = null;
  private needed: NeededColumns | null = null;
  /** True if the audit log already contains the current mutation. */
  private isAudited = false;

  constructor(
    private readonly parts: ContextParts,
    private readonly requester: Requester,
  ) {
    this.caller = requester.caller;
    this.reqId = requester.reqId;
    this.services = parts.services;
    this.status = parts.status;
  }

  get signal(): AbortSignal {
    return this.requester.signal;
  }

  get origin(): string {
    return this.requester.origin;
  }

  get loaders(): Loaders {
    this.currentLoaders ??= this.parts.createLoaders(this.needed);
    return this.currentLoaders;
  }

  /** Limits the columns that loaders read. Call it before anything is loaded. */
  narrowTo(needed: NeededColumns | null): void {
    this.needed = needed;
  }

  /** Discards cached rows: for each event of a subscription, and after a change. */
  renewLoaders(): Loaders {
    this.currentLoaders = this.parts.createLoaders(this.needed);
    return this.currentLoaders;
  }

  /** Shares loaders between the subscriptions of one user that receive the same event. */
  shareLoaders(event: object): void {
    this.currentLoaders = this.parts.loadersFor(event);
  }

  /** @throws FORBIDDEN */
  require(scope: Scope): void {
    requireScope(this.caller, scope);
  }

  /** @throws FORBIDDEN */
  requireAdmin(): void {
    requireAdmin(this.caller);
  }

  /** Starts a mutation. The mutations of one operation run one after the other. */
  beginChange(): void {
    this.isAudited = false;
  }

  /** Call this in a mutation that changes nothing, or that continues one which is already in the audit log. */
  skipAudit(): void {
    this.isAudited = true;
  }

  /** Records the mutation in the audit log. */
  noteChange(change: Change): void {
    if (!this.isAudited) this.services.audit.note(this.caller, change, this.requester.address);
  }
}

/** Creates the context of each operation. */
export class ContextFactory {
  private readonly shared = new WeakMap<object, Loaders>();

  constructor(private readonly deps: Omit<GraphqlDeps, 'costs' | 'addresses'>) {}

  create(requester: Requester): GraphContext {
    const { database, services, runs, status } = this.deps;
    const { userId } = requester.caller;
    const newLoaders = (needed: NeededColumns | null) => createLoaders({ database, services, runs, userId, needed });
    const loadersFor = (shared: object) => this.loadersFor(shared, () => newLoaders(null));
    return new GraphContext({ services, status, createLoaders: newLoaders, loadersFor }, requester);
  }

  private loadersFor(shared: object, create: () => Loaders): Loaders {
    const known = this.shared.get(shared);
    if (known) return known;
    const made = create();
    this.shared.set(shared, made);
    return made;
  }
}

/** The dependencies of GraphQL, which `app.ts` passes in. */
export interface GraphqlDeps {
  readonly database: Database;
  readonly services: Services;
  readonly runs: RunQueryService;
  /** The hub that delivery publishes to. */
  readonly status: StatusHub;
  readonly costs: CostMeter;
  readonly addresses: AddressGuard;
  /** Returns null outside maintenance. Absent if there is no maintenance mode. */
  readonly findMaintenance?: (() => Maintenance | null) | undefined;
  /** `PUBLIC_URL`. */
  readonly publicUrl?: string | null;
  /** `ALLOWED_ORIGINS`. */
  readonly allowedOrigins?: readonly string[];
}
