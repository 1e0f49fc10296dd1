import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { GraphContext } from '../context.js';
import type { DocumentGate } from '../limits/document-gate.js';
import { LIMITS } from '../limits/limits.js';
import { logHiddenError } from '../log-hidden-error.js';
import { maskError } from '../mask-error.js';

/**
 * Judges documents in place of Apollo's own validation, which comes before any limit and is not shared with the
 * WebSocket; says what an operation cost; logs what clients do not see.
 */
export const guardPlugin = (gate: DocumentGate, log: FastifyBaseLogger): ApolloServerPlugin<GraphContext> => ({
  async requestDidStart() {
    let cost: number | null = null;
    return {
      async responseForOperation({ document, operation, request }) {
        const refusals = gate.refusals(document);
        if (refusals.length > 0) return refuse(refusals);
        // Which operation is meant is not clear; Apollo says so.
        if (!operation) return null;
        if (operation.operation === OperationTypeNode.SUBSCRIPTION) return refuse([wrongTransport()]);
        cost = gate.cost(document, operation, request.variables ?? {});
        const tooMuch = gate.costRefusal(cost);
        return tooMuch ? refuse([tooMuch]) : null;
      },
      async didEncounterErrors({ errors, contextValue }) {
        for (const { hidden } of errors.map(maskError)) {
          if (hidden !== null) logHiddenError(log, hidden, contextValue.reqId);
        }
      },
      async willSendResponse({ response }) {
        if (cost === null || response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        singleResult.extensions = { ...singleResult.extensions, cost: { requested: cost, limit: LIMITS.cost } };
      },
    };
  },
});

const wrongTransport = (): GraphQLError =>
  new GraphQLError('Subscriptions run over WebSocket (graphql-transport-ws), not over HTTP.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });

const refuse = (errors: readonly GraphQLError[]): GraphQLResponse => ({
  http: { status: 400, headers: new HeaderMap() },
  body: { kind: 'single', singleResult: { errors: errors.map((error) => maskError(error).formatted) } },
});
