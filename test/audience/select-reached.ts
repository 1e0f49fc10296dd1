import { type Audience, compileAudience } from '../../src/audience/audience.js';
import { DeviceSelection } from '../../src/audience/select-devices.js';
import { audienceAppOf } from '../../src/delivery/plan/audience-app.js';
import { buildRunAudience } from '../../src/delivery/plan/build-run-audience.js';
import { App } from '../../src/entities/app.js';
import type { RunMomentPart } from '../../src/entities/run-snapshot.js';
import type { SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import type { Account } from './account.js';
import type { RandomFilter } from './arbitraries.js';

const ALL = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

export interface Reached {
  readonly apps: readonly number[];
  /** Selects in pages of `pageSize`, like a batch. */
  readonly paged: readonly number[];
  /** Checks each device, like auto-push. */
  readonly among: readonly number[];
  readonly counted: number;
}

export const toSchedulerInput = (filter: RandomFilter): SchedulerInput => ({
  ...filter,
  name: 'a scheduler',
  timing: { kind: 'one-time', date: '2027-01-01', time: '10-00', localTime: false, timezone: '+00:00' },
  allowIanaZone: false,
});

/** The devices that a stored scheduler reaches, found like in a run. */
export const selectReached = async (
  account: Account,
  schedulerId: number,
  { parts, pageSize }: { parts: readonly RunMomentPart[] | null; pageSize: number },
): Promise<Reached> => {
  const { database, caller } = account;
  const record = await account.services.schedulers.get(caller, schedulerId);
  const audience = await buildRunAudience(database.reader, record, account.clock.now());
  const spec = await compileAudience(audience, { database, userId: caller.userId, parts });
  const reached = { apps: audience.appIds, paged: [] as number[], among: [] as number[], counted: 0 };
  for (const appId of audience.appIds) {
    const selection = await openSelection(account, appId, spec);
    const listed = await selection.externalDeviceIds();
    reached.paged.push(...(await pageThrough(selection, listed, pageSize)));
    const asked = listed ?? account.devices.map((device) => device.id);
    reached.among.push(...(await selection.among(asked)).map((device) => device.id));
    reached.counted += await selection.count(ALL);
  }
  return reached;
};

const openSelection = async (account: Account, appId: number, spec: Audience): Promise<DeviceSelection> => {
  const app = await account.database.reader.findOneByOrFail(App, { id: appId });
  return new DeviceSelection(account.database, audienceAppOf(app), spec);
};

const pageThrough = async (
  selection: DeviceSelection,
  listed: readonly number[] | null,
  pageSize: number,
): Promise<number[]> => {
  const ids: number[] = [];
  if (listed) {
    for (let start = 0; start < listed.length; start += pageSize) {
      ids.push(...(await selection.among(listed.slice(start, start + pageSize))).map((device) => device.id));
    }
    return ids;
  }
  for (let after = 0; ; after = ids.at(-1) ?? after) {
    const page = await selection.page({ after, upTo: ALL.upTo, limit: pageSize });
    ids.push(...page.map((device) => device.id));
    if (page.length < pageSize) return ids;
  }
};
