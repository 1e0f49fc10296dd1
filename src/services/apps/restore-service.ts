import type { Database } from '../../database/database.js';
import { AppGroup } from '../../entities/app-group.js';
import type { AppGroupService } from '../app-groups/app-group-service.js';
import type { Caller } from '../caller.js';
import type { AppService } from './app-service.js';

export interface RestoreServiceDeps {
  readonly database: Database;
  readonly apps: AppService;
  readonly appGroups: AppGroupService;
}

/** One path restores two kinds of resource (docs/rules.md#shared-ids), which never share an id. */
export class RestoreService {
  constructor(private readonly deps: RestoreServiceDeps) {}

  /** @throws NOT_FOUND if the caller has neither an application nor a group with this id. */
  async unarchive(caller: Caller, id: number): Promise<void> {
    const isGroup = await this.deps.database.reader.existsBy(AppGroup, { id, userId: caller.userId });
    if (isGroup) await this.deps.appGroups.unarchive(caller, id);
    else await this.deps.apps.unarchive(caller, id);
  }
}
