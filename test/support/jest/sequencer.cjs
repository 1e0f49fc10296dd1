const { relative, sep } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * The longest first, by what they took in the whole suite: a long one that began last would keep the other workers
 * waiting for it. A new machine knows no times of its own, and jest then goes by the size of files.
 */
const LONGEST = [
  'delivery/slow-providers.slow.test.ts',
  'process/kill-in-decision.test.ts',
  'process/timing-chaos.test.ts',
  'console/places.slow.test.ts',
  'process/sinks.test.ts',
  'delivery/refusing-devices.test.ts',
  'process/stop.test.ts',
  'process/kill-in-import.test.ts',
  'process/maintenance.test.ts',
  'process/pause-and-cancel.test.ts',
  'console/watching.slow.test.ts',
  'schedule/quiet-hours.slow.test.ts',
  'process/operator-stops-runs.test.ts',
  'delivery/answer-table.test.ts',
  'process/chaos.test.ts',
  'security/hostile-endpoints.test.ts',
  'process/user-erasure.test.ts',
  'console/campaigns.slow.test.ts',
  'process/waiting-start.test.ts',
  'demo/seed.slow.test.ts',
  'delivery/mixed-faults.slow.test.ts',
  'console/pace.slow.test.ts',
  'openapi/examples.test.ts',
  'process/rolling-upgrade.test.ts',
  'house/made-up-rule.slow.test.ts',
  'process/secured-sinks.test.ts',
  'console/message.slow.test.ts',
  'rest-compat/fuzz.slow.test.ts',
  'demo/readme.slow.test.ts',
  'console/lists.slow.test.ts',
  'process/kill-in-webhooks.test.ts',
  'console/personal.slow.test.ts',
  'process/starved-worker.test.ts',
  'process/kill-in-personalised-run.test.ts',
  'console/first-campaign.slow.test.ts',
  'process/prompt-stop.test.ts',
  'console/reports.slow.test.ts',
  'resolvers/message-send-limits.test.ts',
  'house/made-up-message-field.slow.test.ts',
  'console/people.slow.test.ts',
  'delivery/stopping.slow.test.ts',
  'process/restarted-subscribers.test.ts',
  'console/long-words.slow.test.ts',
  'process/full-disk.test.ts',
  'services/alerts/alerts.test.ts',
  'process/two-tz-releases.test.ts',
  'jobs/agenda-queue.test.ts',
  'house/made-up-filter.slow.test.ts',
  'console/composer-fields.slow.test.ts',
  'process/kill-and-identity.test.ts',
  'process/kill-in-run.test.ts',
  'cli/devices.slow.test.ts',
  'process/tracing.test.ts',
  'console/composer.slow.test.ts',
  'process/event-burst.test.ts',
  'house/made-up-event.slow.test.ts',
  'console/calendar.slow.test.ts',
  'process/message-send.test.ts',
  'delivery/speed.test.ts',
  'delivery/frequency-cap.test.ts',
  'jobs/job-recovery.test.ts',
  'process/kill-in-experiment.test.ts',
  'house/made-up-sink.slow.test.ts',
  'process/start.test.ts',
  'resolvers/delivery-events.test.ts',
  'sinks/sinks.slow.test.ts',
  'schedule/clock-changes.slow.test.ts',
  'console/message-tools.slow.test.ts',
  'process/kill-among-opt-outs.test.ts',
  'process/unifiedpush.test.ts',
  'process/configuration.test.ts',
  'tzdata/same-as-intl.test.ts',
  'process/jobs-outage.test.ts',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const ranks = new Map(LONGEST.map((path, index) => [path, index]));
    const rankOf = ({ path, context }) =>
      ranks.get(relative(`${context.config.rootDir}/test`, path).split(sep).join('/')) ?? LONGEST.length;
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};
