import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '../../src/database/database.js';
import { eventsPlugin } from '../../src/events-api/events-plugin.js';
import { EventPoll } from '../../src/services/event-log/event-poll.js';
import { StatusHub } from '../../src/services/pubsub/status-hub.js';
import { AddressGuard } from '../../src/services/rate-limits/address-guard.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { BatchWorld } from '../delivery/batch-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

export interface EventLine {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventAnswer {
  readonly status: number;
  readonly next: string;
  readonly lines: readonly EventLine[];
  readonly error: string | null;
}

/** Services, delivery with a recording sender, and the events API. */
export class EventsWorld implements AsyncDisposable {
  static async open(database: Database, fakes: Fakes): Promise<EventsWorld> {
    const sender = new RecordingSender();
    const world = await BatchWorld.start({ database, fakes, sender });
    const status = new StatusHub({ database, runs: new RunQueryService(database), pollMs: 50, minIntervalMs: 10 });
    database.onOutbox = (userId) => status.outboxGrew(userId);
    const { keys, eventLog } = world.services;
    const { apiKey } = await keys.createUser('reader');
    const caller = await keys.authenticate(`Bearer ${apiKey}`);
    world.caller = caller;
    const server = fastify();
    const eventPoll = new EventPoll(eventLog, (userId, grew) => status.watchOutbox(userId, grew));
    const addresses = new AddressGuard(10, world.clock, () => undefined);
    await server.register(eventsPlugin({ keys, addresses, eventPoll }));
    return new EventsWorld(world, { sender, server, status, apiKey });
  }

  private constructor(
    readonly world: BatchWorld,
    private readonly parts: {
      readonly sender: RecordingSender;
      readonly server: FastifyInstance;
      readonly status: StatusHub;
      readonly apiKey: string;
    },
  ) {}

  get sender(): RecordingSender {
    return this.parts.sender;
  }

  get server(): FastifyInstance {
    return this.parts.server;
  }

  async get(query: Readonly<Record<string, string>> = {}, apiKey = this.parts.apiKey): Promise<EventAnswer> {
    const url = `/events?${new URLSearchParams(query)}`;
    const answer = await this.server.inject({ url, headers: { authorization: `Bearer ${apiKey}` } });
    const isOk = answer.statusCode === 200;
    return {
      status: answer.statusCode,
      next: String(answer.headers['next-after'] ?? ''),
      lines: isOk ? toLines(answer.payload) : [],
      error: isOk ? null : answer.json().error,
    };
  }

  /** Reads every event in steps. */
  async all(limit: number, start: Readonly<Record<string, string>> = {}): Promise<EventLine[]> {
    const lines: EventLine[] = [];
    let query = start;
    for (;;) {
      const answer = await this.get({ ...query, limit: String(limit) });
      if (answer.lines.length === 0) return lines;
      lines.push(...answer.lines);
      query = { ...start, after: answer.next };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    this.parts.status.close();
    await this.world[Symbol.asyncDispose]();
  }
}

export const toLines = (text: string): EventLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as EventLine);
