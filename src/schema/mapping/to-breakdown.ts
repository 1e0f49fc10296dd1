import type { RunCount } from '../../services/runs/run-query-service.js';
import type { Loaders } from '../loaders/create-loaders.js';
import type { RunBreakdown } from '../types/run-breakdown.js';
import { countMessagesBy } from './count-messages.js';

export const toBreakdown = (counts: readonly RunCount[], loaders: Loaders): RunBreakdown => ({
  byProvider: countMessagesBy(counts, ({ provider }) => provider).map((group) => ({
    provider: group.key,
    counts: group.counts,
  })),
  byApp: countMessagesBy(counts, ({ appId }) => appId).map((group) => ({
    appDatabaseId: group.key,
    app: () => loaders.apps.load(group.key),
    counts: group.counts,
  })),
  byLanguage: countMessagesBy(counts, ({ language }) => language).map((group) => ({
    language: group.key,
    counts: group.counts,
  })),
  byOutcome: countMessagesBy(counts, ({ outcome }) => outcome).map((group) => ({
    outcome: group.key,
    count: group.counts.total,
  })),
});
