import type { AlertKind } from '../../../entities/alert-rule.js';
import type { AlertKindDefinition } from '../alert-kind.js';
import { appPaused } from './app-paused.js';
import { noDeliveries } from './no-deliveries.js';
import { runFailures } from './run-failures.js';

/** The kinds of problems that alert rules can watch. */
export const ALERT_KIND_DEFINITIONS = {
  RUN_FAILURES: runFailures,
  NO_DELIVERIES: noDeliveries,
  APP_PAUSED: appPaused,
} as const satisfies { readonly [kind in AlertKind]: AlertKindDefinition };
