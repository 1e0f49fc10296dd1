import type { Scope } from '../entities/api-key.js';
import { type Caller, requireScope } from '../services/caller.js';
import type { StatusHub } from '../services/pubsub/status-hub.js';
import type { Services } from '../services/services.js';
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
  createLoaders(): Loaders;
  /** The same for everybody who asks with the same object; made for the one who asks first. */
  loadersFor(shared: object): Loaders;
}

/** What resolvers get: who asks, the services, and loaders that live as long as the operation. */
export class GraphContext {
  readonly caller: Caller;
  readonly reqId: string;
  readonly services: Services;
  readonly status: StatusHub;
  private currentLoaders: Loaders;

  constructor(
    private readonly parts: ContextParts,
    private readonly requester: Requester,
  ) {
    this.caller = requester.caller;
    this.reqId = requester.reqId;
    this.services = parts.services;
    this.status = parts.status;
    this.currentLoaders = parts.createLoaders();
  }

  get signal(): AbortSignal {
    return this.requester.signal;
  }

  get loaders(): Loaders {
    return this.currentLoaders;
  }

  /** A subscription lives long: each of its events reads afresh, and so does what follows a change in one request. */
  renewLoaders(): Loaders {
    this.currentLoaders = this.parts.createLoaders();
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
