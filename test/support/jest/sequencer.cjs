const { relative, sep } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * The longest first, by what they took in the whole suite: a long one that began last would keep the other workers
 * waiting for it. A new machine knows no times of its own, and jest then goes by the size of files.
 */
const LONGEST = [
  'delivery/slow-providers.slow.test.ts',
  'console/first-campaign.slow.test.ts',
  'process/stop.test.ts',
  'console/places.slow.test.ts',
  'delivery/answer-table.test.ts',
  'security/hostile-endpoints.test.ts',
  'delivery/mixed-faults.slow.test.ts',
  'process/kill-in-run.test.ts',
  'process/kill-in-import.test.ts',
  'demo/readme.slow.test.ts',
  'console/watching.slow.test.ts',
  'demo/seed.slow.test.ts',
  'process/chaos.test.ts',
  'process/maintenance.test.ts',
  'process/operator-stops-runs.test.ts',
  'process/starved-worker.test.ts',
  'process/full-disk.test.ts',
  'process/rolling-upgrade.test.ts',
  'process/waiting-start.test.ts',
  'console/lists.slow.test.ts',
  'delivery/refusing-devices.test.ts',
  'providers/memory.test.ts',
  'delivery/stopping.slow.test.ts',
  'console/composer.slow.test.ts',
  'console/people.slow.test.ts',
  'console/long-words.slow.test.ts',
  'console/campaigns.slow.test.ts',
  'cli/devices.slow.test.ts',
  'process/pause-and-cancel.test.ts',
  'process/two-tz-releases.test.ts',
  'jobs/agenda-queue.test.ts',
  'rest-compat/fuzz.slow.test.ts',
  'process/start.test.ts',
  'resolvers/delivery-events.test.ts',
  'process/configuration.test.ts',
  'cli/backup.slow.test.ts',
  'security/master-key.slow.test.ts',
  'jobs/clock-set-back.test.ts',
  'jobs/job-recovery.test.ts',
  'process/workers.test.ts',
  'house/made-up-condition.slow.test.ts',
  'house/made-up-filter.slow.test.ts',
  'house/made-up-message-field.slow.test.ts',
  'house/made-up-rule.slow.test.ts',
  'delivery/life-cycle-delays.test.ts',
  'delivery/local-time.test.ts',
  'delivery/life-cycle-under-way.test.ts',
  'services/many-subscriptions.slow.test.ts',
  'process/live-status.test.ts',
  'delivery/history-retention.test.ts',
  'process/event-burst.test.ts',
  'process/message-send.test.ts',
  'console/sent-at-once.slow.test.ts',
  'resolvers/message-send.test.ts',
  'examples/clients.slow.test.ts',
  'delivery/auto-push-failures.test.ts',
  'delivery/tz-changes.test.ts',
  'security/connections.slow.test.ts',
  'process/kill-in-auto-push.test.ts',
  'schema/needed-columns.test.ts',
  'house/made-up-provider.slow.test.ts',
  'delivery/life-cycle-moments.test.ts',
  'delivery/travelling.test.ts',
  'schedule/local-to-instant.test.ts',
  'browser/sdk.test.ts',
  'delivery/life-cycle-grace.test.ts',
  'process/frozen-worker.test.ts',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const ranks = new Map(LONGEST.map((path, index) => [path, index]));
    const rankOf = ({ path, context }) =>
      ranks.get(relative(`${context.config.rootDir}/test`, path).split(sep).join('/')) ?? LONGEST.length;
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};
