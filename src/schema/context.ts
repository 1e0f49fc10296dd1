import type { Scope } from '../entities/api-key.js';
import { type Caller, requireScope } from '../services/caller.js';
import type { StatusHub } from '../services/pubsub/status-hub.js';
import type { Services } from '../services/services.js';
import type { NeededColumns } from './columns/needed-columns.js';
import type { Loaders } from './loaders/create-loaders.js';

export interface Requester {
  readonly caller: Caller;
  /** Names the request in answers and in the log. */
  readonly reqId: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
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
}
