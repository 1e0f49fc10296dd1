import { In } from 'typeorm';
import type { Database, Tx } from '../../database/database.js';
import { IdBlocks } from '../../database/id-sequence.js';
import { insertDirectRun } from '../../delivery/plan/insert-direct-run.js';
import { toRunPush } from '../../delivery/plan/load-pushes.js';
import { toRunDefaults } from '../../delivery/plan/run-defaults.js';
import { App } from '../../entities/app.js';
import { NO_PUSH, Push } from '../../entities/push.js';
import type { RunPush } from '../../entities/run-snapshot.js';
import { type AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { StatusPublisher } from '../../ports/status-publisher.js';
import { isPlainText } from '../../text/characters.js';
import { MAX_TAG } from '../../text/tags.js';
import { type Caller, whoIs } from '../caller.js';
import type { CategoryName, CategoryService } from '../categories/category-service.js';
import type { GoogleValidation } from '../pushes/google-validation.js';
import type { MessageSizes } from '../pushes/message-sizes.js';
import { type PushInput, violationsOfPush } from '../pushes/push-rules.js';
import { findTargetDevices, MAX_USERS, type Target, type TargetApp, tooMany } from './find-target-devices.js';

export interface MessageSendServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly publisher: StatusPublisher;
  readonly messageSizes: MessageSizes;
  readonly googleValidation: Pick<GoogleValidation, 'check'>;
  readonly categories: Pick<CategoryService, 'find'>;
}

export interface MessageSend {
  readonly target: Target;
  /** Only devices of these applications; null: of all. */
  readonly appIds: readonly number[] | null;
  /** The id of a stored push, or the contents of a message. */
  readonly push: number | PushInput;
  /** Replaces that of the push or message; null: it stays. */
  readonly category: CategoryName | null;
}

export interface MessageSent {
  readonly runId: number;
  readonly matched: number;
  readonly unknown: number;
  readonly devices: number;
}

/** Sends a message at once, without a scheduler. It becomes a run with a list of devices, which is sent like any other. */
export class MessageSendService {
  private readonly numbers: IdBlocks;

  constructor(private readonly deps: MessageSendServiceDeps) {
    this.numbers = new IdBlocks(deps.database, 'direct_run');
  }

  /**
   * @param keep stores the result in the transaction that creates the run.
   * @throws BAD_USER_INPUT if nothing can be sent; then there is no run.
   */
  async send(
    caller: Caller,
    { target, appIds, push: asked, category }: MessageSend,
    keep: (tx: Tx, sent: MessageSent) => Promise<void>,
  ): Promise<MessageSent> {
    const { database, clock, jobs, publisher } = this.deps;
    checkTarget(target);
    const push =
      typeof asked === 'number'
        ? await this.findPush(caller, asked, category)
        : await this.read(caller, asked, category);
    const apps = await this.findApps(caller, appIds);
    const { devices, matched, unknown } = await findTargetDevices(database, caller.userId, { target, apps });
    if (devices.length === 0) throw reachesNobody(target);
    const [number = 0] = await this.numbers.take(1);
    const { userId } = caller;
    const counts = { matched, unknown, devices: devices.length };
    const tag = target.kind === 'tag' ? target.tag : null;
    const messageDefaults = toRunDefaults(apps, new Set(devices.map(({ appId }) => appId)));
    const found = { kind: target.kind, tag, appIds, ...counts, messageDefaults };
    const run = { userId, number, push, devices, target: found };
    const { sent, batches } = await database.tx(async (tx) => {
      const now = new Date(clock.now());
      const { runId, batches } = await insertDirectRun(tx, { ...run, now, sender: whoIs(caller) });
      const sent = { runId, ...counts };
      await keep(tx, sent);
      return { sent, batches };
    });
    await jobs.enqueueMany('batch', batches);
    publisher.runChanged({ runId: sent.runId, schedulerId: -number, userId });
    return sent;
  }

  private async findPush(caller: Caller, id: number, category: CategoryName | null): Promise<RunPush> {
    const { userId } = caller;
    const { reader } = this.deps.database;
    const push = await reader.findOne(Push, { where: { id, userId }, relations: { translations: true } });
    if (!push) throw badInput('push_id', 'There is no such push.', 'NOT_FOUND');
    if (push.archived) throw badInput('push_id', 'This push is archived; unarchive and activate it first.', 'ARCHIVED');
    if (push.status !== 1) throw badInput('push_id', 'This push is deactivated; activate it first.', 'DEACTIVATED');
    return toRunPush(push, await this.deps.categories.find(caller, category ?? push.categoryId));
  }

  private async read(caller: Caller, message: PushInput, named: CategoryName | null): Promise<RunPush> {
    violationsOfPush(message).throwIfAny();
    await this.deps.messageSizes.check(caller, message);
    await this.deps.googleValidation.check(caller, message);
    const category = await this.deps.categories.find(caller, named ?? message.categoryId);
    return toRunPush({ ...message, id: NO_PUSH }, category);
  }

  private async findApps({ userId }: Caller, appIds: readonly number[] | null): Promise<SendingApp[]> {
    const among = appIds === null ? {} : { id: In([...appIds]) };
    const select = { id: true, archived: true, devicesActiveSince: true, messageDefaults: true } as const;
    const found = await this.deps.database.reader.find(App, { select, where: { userId, ...among } });
    for (const [index, id] of (appIds ?? []).entries()) {
      const app = found.find((one) => one.id === id);
      if (!app) throw badInput(`app_ids[${index}]`, 'There is no such application.', 'NOT_FOUND');
      if (app.archived)
        throw badInput(`app_ids[${index}]`, 'This application is archived; restore it first.', 'ARCHIVED');
    }
    const apps = found.filter(({ archived }) => !archived);
    if (apps.length > 0) return apps;
    throw badInput('app_ids', 'There is no active application to send with.', 'NO_APPS');
  }
}

type SendingApp = TargetApp & Pick<App, 'messageDefaults'>;

const FIELDS = { externalIds: 'external_ids', deviceIds: 'device_ids', tag: 'tag' } as const satisfies Record<
  Target['kind'],
  string
>;

const checkTarget = (target: Target): void => {
  const field = FIELDS[target.kind];
  if (target.kind === 'tag') {
    if (!isPlainText(target.tag, MAX_TAG)) throw badInput(field, '`tag` must be the name of a tag.');
    return;
  }
  const { length } = target.kind === 'externalIds' ? target.externalIds : target.deviceIds;
  if (length === 0) throw badInput(field, `\`${field}\` must have at least one entry.`, 'REQUIRED');
  if (length > MAX_USERS) throw tooMany(field, `\`${field}\` has ${length.toLocaleString('en-US')} different entries`);
};

const reachesNobody = (target: Target): AppError => {
  const field = FIELDS[target.kind];
  const message = {
    externalIds: 'None of these users has an active device, so there is nothing to send.',
    deviceIds: 'None of these ids is an active device of yours, so there is nothing to send.',
    tag: 'No active device has this tag, so there is nothing to send.',
  }[target.kind];
  return badInput(field, message, 'NOT_FOUND');
};
