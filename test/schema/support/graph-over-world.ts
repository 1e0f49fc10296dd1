import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createHttpServer } from '../../../src/http/create-http-server.js';
import { graphqlPlugin } from '../../../src/schema/http/graphql-plugin.js';
import { graphFactory } from '../../../src/schema/open-graph.js';
import type { Caller } from '../../../src/services/caller.js';
import { StatusHub } from '../../../src/services/pubsub/status-hub.js';
import { RunQueryService } from '../../../src/services/runs/run-query-service.js';
import type { DeliveryWorld } from '../../support/delivery-world.js';
import { sharedGraph } from '../../support/shared-graph.js';
import { createLimits, type Json, post } from './graph-app.js';

/** The graph on the database and the services of a world that really sends. */
export class GraphOverWorld implements AsyncDisposable {
  private constructor(
    private readonly world: DeliveryWorld,
    private readonly server: FastifyInstance,
    private readonly apiKey: string,
  ) {}

  static async open(world: DeliveryWorld, caller: Caller = world.caller): Promise<GraphOverWorld> {
    const { database } = world.options;
    const runs = new RunQueryService(database, world.clock);
    const status = new StatusHub({ database, runs });
    const graph = { database, services: world.services, runs, status, ...createLimits({}) };
    const server = await createHttpServer({
      logger: pino({ level: 'silent' }),
      checkReadiness: async () => null,
      metrics: new Registry(),
      plugins: [graphqlPlugin(graph, graphFactory(graph, sharedGraph))],
    });
    server.addHook('onClose', async () => status.close());
    const { apiKey } = await world.services.keys.createKey(caller.userId, caller.scopes);
    return new GraphOverWorld(world, server, apiKey);
  }

  /** The same for another user. */
  async stranger(): Promise<GraphOverWorld> {
    const { userId } = await this.world.services.keys.createUser('stranger');
    return GraphOverWorld.open(this.world, { ...this.world.caller, userId });
  }

  /** Returns the data; an error fails the test. */
  async data(query: string, variables: Record<string, unknown> = {}): Promise<Json> {
    const { data, errors } = await this.query(query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  query(query: string, variables: Record<string, unknown> = {}) {
    return post(this.server, { query, variables }, { authorization: `Bearer ${this.apiKey}` });
  }

  /** The number of statements that a query takes. */
  async statementsOf(query: string, variables: Record<string, unknown> = {}): Promise<number> {
    const { statements } = this.world.options.database;
    const before = statements.count;
    await this.data(query, variables);
    return statements.count - before;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}
