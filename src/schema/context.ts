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
  /** Names the request in answers and in the log. */
  readonly reqId: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Where it comes from. */
  readonly address: string;
  /** How people reach this service, for links: `https://push.example.com`. */
  readonly origin: string;
}

export interface ContextParts {
  readonly services: Services;
  readonly status: StatusHub;
  createLoaders(needed: NeededColumns | null): Loaders;
  /** The same for everybody who asks with the same object; made for the one who asks first. */
  loadersFor(shared: object): Loaders;
}

/** What resolvers get: who asks, the services, and loaders that live as long as the operation. */
export class GraphContext {
  readonly caller: Caller;
  readonly reqId: string;
  readonly services: Services;
  readonly status: StatusHub;
  private currentLoaders: Loaders | null = null;
  private needed: NeededColumns | null = null;
  /** What the mutation under way does is in the audit log already. */
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

  /** Before anything is loaded: what the operation reads of its rows. */
  narrowTo(needed: NeededColumns | null): void {
    this.needed = needed;
  }

  /** A subscription lives long: each of its events reads afresh, and so does what follows a change in one request. */
  renewLoaders(): Loaders {
    this.currentLoaders = this.parts.createLoaders(this.needed);
    return this.currentLoaders;
  }

  /** For an event that goes to several subscriptions of one user: what one of them has read, the others need not. */
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

  /** Mutations of one operation come one after the other. */
  beginChange(): void {
    this.isAudited = false;
  }

  /** Of a mutation that answers what an earlier one has done, or goes on with what an earlier one has begun. */
  skipAudit(): void {
    this.isAudited = true;
  }

  /** For the audit log, after the mutation. */
  noteChange(change: Change): void {
    if (!this.isAudited) this.services.audit.note(this.caller, change, this.requester.address);
  }
}

/** Makes the context of each operation. */
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

/** What GraphQL needs of the program; `app.ts` hands it over. */
export interface GraphqlDeps {
  readonly database: Database;
  readonly services: Services;
  readonly runs: RunQueryService;
  /** The one that delivery publishes to. */
  readonly status: StatusHub;
  readonly costs: CostMeter;
  readonly addresses: AddressGuard;
  /** null: no maintenance. Absent: never. */
  readonly findMaintenance?: (() => Maintenance | null) | undefined;
  /** `PUBLIC_URL`. */
  readonly publicUrl?: string | null;
  /** `ALLOWED_ORIGINS`. */
  readonly allowedOrigins?: readonly string[];
}
