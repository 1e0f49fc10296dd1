import { readEventsOut } from '../../services/operations/events-out.js';
import { type Finding, note, type Patient, problem } from './finding.js';

/** The limit of the alert PushgraphSinkBehind. */
const LATE_SECONDS = 900;

/** Finds sinks that are behind, and webhooks whose endpoints fail. */
export const checkEvents = async ({ config, database, now }: Patient): Promise<Finding[]> => {
  const { sinks, webhooks } = await readEventsOut(database, config.sinks, now);
  const { failing, disabled, waiting } = webhooks;
  return [
    ...sinks
      .filter(({ seconds }) => seconds > LATE_SECONDS)
      .map(({ title, seconds }) =>
        problem(
          `${title} is ${Math.round(seconds / 60)} minutes behind.`,
          'Events wait for seven days at most: see PushgraphSinkBehind in docs/runbook.md.',
        ),
      ),
    ...(failing > 0
      ? [
          note(
            `${failing} webhooks are failing, and ${waiting} requests wait for another attempt.`,
            'The console shows each attempt with its reason; only the account can correct its receiver.',
          ),
        ]
      : []),
    ...(disabled > 0
      ? [
          note(
            `${disabled} webhooks are disabled, because their endpoints kept failing.`,
            'Their accounts see a banner: see PushgraphWebhooksDisabled in docs/runbook.md.',
          ),
        ]
      : []),
  ];
};
