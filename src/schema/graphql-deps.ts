import type { Database } from '../database/database.js';
import type { StatusHub } from '../services/pubsub/status-hub.js';
import type { RunQueryService } from '../services/run-query-service.js';
import type { Services } from '../services/services.js';

/** What GraphQL needs of the program; `app.ts` hands it over. */
export interface GraphqlDeps {
  readonly database: Database;
  readonly services: Services;
  readonly runs: RunQueryService;
  /** The one that delivery publishes to. */
  readonly status: StatusHub;
}
