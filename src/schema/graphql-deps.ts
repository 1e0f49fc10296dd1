import type { Database } from '../database/database.js';
import type { StatusHub } from '../services/pubsub/status-hub.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import type { CostMeter } from '../services/rate-limits/cost-meter.js';
import type { RunQueryService } from '../services/runs/run-query-service.js';
import type { Services } from '../services/services.js';

/** What GraphQL needs of the program; `app.ts` hands it over. */
export interface GraphqlDeps {
  readonly database: Database;
  readonly services: Services;
  readonly runs: RunQueryService;
  /** The one that delivery publishes to. */
  readonly status: StatusHub;
  readonly costs: CostMeter;
  readonly addresses: AddressGuard;
}
