import { Type } from 'typebox';
import { defineTool } from '../tool.js';
import { choices, id, ids, instant, PAGE_INFO, page, toWhere } from './arguments.js';

const STATES = ['CANCELLED', 'FINISHED', 'MISSED', 'PAUSED', 'PLANNING', 'RUNNING'] as const;
const COUNTS = 'counts { total sent failed invalidToken expired cancelled held retrying }';
const REASON = 'provider reasonCode reason advice count';

export const findRuns = defineTool({
  name: 'find_runs',
  title: 'Find runs',
  description: 'Finds runs, most recent first: one run is one sending of a campaign. Shows their states and counts.',
  scope: 'read',
  input: Type.Object({
    ...page(50),
    schedulerIds: Type.Optional(ids('Ids of campaigns: only their runs.')),
    appId: Type.Optional(id('Id of an application: only runs that sent to it.')),
    status: Type.Optional(choices(STATES, 'Only these states.')),
    dueFrom: Type.Optional(instant('Earliest moment of the run.')),
    dueBefore: Type.Optional(instant('Latest moment of the run, exclusive.')),
  }),
  document: `query FindRuns($first: Int, $after: String, $where: RunWhereInput) {
    runs(first: $first, after: $after, where: $where) {
      nodes { id kind status statusMessage dueAt startedAt finishedAt ${COUNTS} scheduler { id name } }
      ${PAGE_INFO}
    }
  }`,
  toVariables: toWhere,
});

export const getRun = defineTool({
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads the state of one run with its outcomes: counts, reasons of failures with advice, and what still waits.',
  scope: 'read',
  input: Type.Object({ id: id('Id of the run.') }),
  document: `query GetRun($id: ID!) {
    run(id: $id) {
      id kind status statusCode statusReason statusMessage dueAt startedAt finishedAt settled
      plannedTotal expectedTotal leftOut rate secondsLeft
      ${COUNTS}
      receiptCounts { delivered clicked dismissed }
      breakdown { byOutcome { outcome count } }
      failuresByReason(first: 10) { outcome ${REASON} }
      waitingByReason(first: 10) { ${REASON} nextTryAt }
      scheduler { id name }
    }
  }`,
});

export const recentFailures = defineTool({
  name: 'recent_failures',
  title: 'Summarize recent failures',
  description: 'Lists the latest runs with the most frequent reasons of their failures and what resolves them.',
  scope: 'read',
  input: Type.Object({
    ...page(20),
    dueFrom: Type.Optional(instant('Earliest moment of a run.')),
    appId: Type.Optional(id('Id of an application: only runs that sent to it.')),
  }),
  document: `query RecentFailures($first: Int, $after: String, $where: RunWhereInput) {
    runs(first: $first, after: $after, where: $where) {
      nodes {
        id status statusMessage dueAt ${COUNTS}
        scheduler { id name }
        failuresByReason(first: 5) { outcome ${REASON} }
        waitingByReason(first: 3) { ${REASON} nextTryAt }
      }
      ${PAGE_INFO}
    }
  }`,
  toVariables: toWhere,
});

export const explainDelivery = defineTool({
  name: 'explain_delivery',
  title: 'Explain a delivery',
  description: 'Explains step by step why one device did or did not get the messages of one run.',
  scope: 'read',
  input: Type.Object({ deviceId: id('Id of the device.'), runId: id('Id of the run.') }),
  document: `query ExplainDelivery($deviceId: ID!, $runId: ID!) {
    deliveryTrace(deviceId: $deviceId, runId: $runId) {
      outcome summary
      steps { step verdict code message at outcome reasonCode reason advice asOfNow }
    }
  }`,
});
