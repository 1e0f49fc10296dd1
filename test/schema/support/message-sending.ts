import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { toGlobalId } from '../../../src/schema/global-id.js';
import { BatchWorld } from '../../delivery/batch-world.js';
import type { TestDatabaseKind } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';
import type { Json } from './graph-app.js';
import { GraphOverWorld } from './graph-over-world.js';

export const SEND = `mutation ($input: MessageSendInput!) {
  messageSend(input: $input) {
    run { id databaseId } matched unknown devices userErrors { field message code } } }`;

export const MESSAGE = { defaultLang: 'en', translations: [{ language: 'en', title: 'Now', text: 'text' }] };

const RUN = `query ($id: ID!) { run(id: $id) {
  kind status statusReason dueAt plannedTotal expectedTotal schedulerDatabaseId scheduler { id }
  target { kind tag matched unknown devices apps { id } }
  message { defaultLang translations { language title text } }
  counts { total sent failed cancelled } breakdown { byPush { pushDatabaseId push { id } counts { sent } } }
  deliveries(first: 50) { nodes { device { id } push { id } outcome } totalCount }
  batches { totalCount done } receiptCounts { delivered clicked } } }`;

export interface Sending {
  readonly sender: RecordingSender;
  readonly fakes: () => Fakes;
  /** Opens a world with one application, its graph, and a way to send. */
  readonly setUp: (open: TestDatabaseKind['open']) => ReturnType<typeof openWorld>;
  /** The addresses of accepted messages, in alphabetical order. */
  readonly tokens: () => string[];
}

/** Shared by the tests of `messageSend` in one file. */
export const useSending = (): Sending => {
  let started: Fakes | undefined;
  const sender = new RecordingSender();
  const fakes = (): Fakes => {
    if (!started) throw new Error('the fakes have not started');
    return started;
  };
  beforeAll(async () => {
    started = await startFakes();
  });
  afterAll(() => started?.close());
  beforeEach(() => fakes().reset());
  beforeEach(() => sender.reset());
  return {
    sender,
    fakes,
    setUp: (open) => openWorld(open, { fakes: fakes(), sender }),
    tokens: () => sender.ledger.map(({ token }) => token).sort(),
  };
};

const openWorld = async (open: TestDatabaseKind['open'], parts: { fakes: Fakes; sender: RecordingSender }) => {
  const database = await open();
  const world = await BatchWorld.start({ database, ...parts });
  const graph = await GraphOverWorld.open(world);
  const app = await world.makeApp('provider_c');
  return {
    ...{ database, world, graph, app },
    send: (to: Json, rest: Json = {}): Promise<Json> => sendBy(graph, to, rest),
    readRun: async (id: string): Promise<Json> => (await graph.data(RUN, { id })).run,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};

export const sendBy = async (graph: GraphOverWorld, to: Json, rest: Json = {}): Promise<Json> => {
  const message = 'pushId' in rest ? {} : { message: MESSAGE };
  return (await graph.data(SEND, { input: { to, ...message, ...rest } })).messageSend;
};

export const deviceId = (id: number): string => toGlobalId('Device', id);
export const ofUser = (user: string) => ({ externalUserId: user });
