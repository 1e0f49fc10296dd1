import { databaseIdOf, toGlobalId } from '../../../src/schema/global-id.js';
import { createRun, setRunStatus } from '../../schema/support/factories.js';
import { IMAGES } from '../../support/images.js';
import type { ServiceClient } from '../../support/service-client.js';
import type { ServiceWorld } from '../../support/service-world.js';

const HOUR_MS = 3_600_000;
const AUDIENCE = { apps: { all: true } };

type Made = Readonly<Record<string, { readonly userErrors: readonly unknown[] } & Record<string, { id: string }>>>;

/** Creates the objects for the cases, through the graph, as one user. */
export class Steps {
  private static names = 0;

  constructor(
    private readonly world: ServiceWorld,
    private readonly service: ServiceClient,
  ) {}

  newName(): string {
    Steps.names += 1;
    return `name_${Steps.names}`;
  }

  app(provider = 'webpush: true'): Promise<string> {
    return this.make('appCreate', 'app', `input: { name: "App", provider: { ${provider} } }`);
  }

  group(): Promise<string> {
    return this.make('appGroupCreate', 'appGroup', 'input: { name: "Group", allApps: true }');
  }

  event(): Promise<string> {
    return this.make('customEventCreate', 'customEvent', `input: { name: "Event", code: "${this.newName()}" }`);
  }

  push(): Promise<string> {
    const input = '{ defaultLang: "en", translations: [{ language: "en", title: "Title", text: "Text" }] }';
    return this.make('pushCreate', 'push', `input: ${input}`);
  }

  tagGroup(): Promise<string> {
    return this.make('tagGroupCreate', 'tagGroup', 'input: { name: "Tags", tags: ["vip"] }');
  }

  category(): Promise<string> {
    const input = `{ key: "${this.newName()}", names: [{ language: "en", text: "News" }] }`;
    return this.make('categoryCreate', 'category', `input: ${input}`);
  }

  apiKey(): Promise<string> {
    return this.make('apiKeyCreate', 'apiKey', 'input: { name: "Key", scopes: [READ] }');
  }

  draft(): Promise<string> {
    return this.make('draftSave', 'draft', 'name: "Draft", content: { step: 1 }');
  }

  segment(): Promise<string> {
    return this.make('segmentCreate', 'segment', 'input: { name: "Segment", tree: { country: { in: ["DE"] } } }');
  }

  webhook(): Promise<string> {
    return this.make('webhookCreate', 'webhook', 'input: { url: "https://example.com/hook" }');
  }

  alertRule(): Promise<string> {
    return this.make('alertRuleUpsert', 'alertRule', 'input: { name: "Rule", kind: APP_PAUSED, minutes: 5 }');
  }

  template(): Promise<string> {
    const content = '{ defaultLang: "en", translations: [{ language: "en", title: "Title", text: "Text" }] }';
    return this.make('messageTemplateCreate', 'messageTemplate', `input: { name: "Template", content: ${content} }`);
  }

  async image(): Promise<string> {
    const { status, body } = await this.service.upload('/media', IMAGES.png);
    if (status !== 201) throw new Error(`The image was not accepted: ${status}`);
    return body.id;
  }

  member(): Promise<string> {
    const input = `{ name: "Member", email: "${this.newName()}@example.com", role: VIEWER }`;
    return this.make('memberInvite', 'member', `input: ${input}`);
  }

  async deviceImport(): Promise<string> {
    const input = `{ appId: "${await this.app()}", fileName: "devices.csv", format: CSV }`;
    return this.make('deviceImportCreate', 'deviceImport', `input: ${input}`);
  }

  async device(): Promise<string> {
    return (await this.deviceOfApp()).id;
  }

  async deviceOfApp(): Promise<{ id: string; appId: string }> {
    const appId = await this.app('providerB: { appId: "app", apiKey: "a-key-of-ten" }');
    const source = `mutation ($appId: ID!, $devices: [DeviceInput!]!) {
      registerDevices(appId: $appId, devices: $devices) { results { deviceId } } }`;
    const variables = { appId, devices: [this.deviceInput()] };
    const { registerDevices } = await this.service.graphql<{
      registerDevices: { results: readonly { deviceId: string }[] };
    }>(source, variables);
    return { id: registerDevices.results[0]?.deviceId ?? '', appId };
  }

  deviceInput() {
    Steps.names += 1;
    return { subscriptionId: `00000000-0000-4000-8000-${String(Steps.names).padStart(12, '0')}` };
  }

  autoPush(): Promise<string> {
    const input = { name: 'Auto', audience: AUDIENCE, delay: '1h' };
    return this.scheduler('autoPushSchedulerCreate', 'AutoPushSchedulerInput', input);
  }

  oneTime(): Promise<string> {
    return this.scheduler('oneTimeSchedulerCreate', 'OneTimeSchedulerInput', this.oneTimeInput('Once'));
  }

  weekly(): Promise<string> {
    return this.scheduler('weeklySchedulerCreate', 'WeeklySchedulerInput', this.weeklyInput('Weekly'));
  }

  oneTimeInput(name: string) {
    const at = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    return { name, audience: AUDIENCE, date: at.slice(0, 10), time: at.slice(11, 16), timeZone: 'UTC' };
  }

  weeklyInput(name: string) {
    return { name, audience: AUDIENCE, times: [{ day: 1, times: ['10:00'] }], timeZone: 'UTC' };
  }

  async active(made: Promise<string>): Promise<string> {
    return this.done('schedulerActivate', made);
  }

  async done(mutation: string, made: Promise<string>): Promise<string> {
    const id = await made;
    await this.service.graphql(`mutation ($id: ID!) { ${mutation}(id: $id) { userErrors { message } } }`, { id });
    return id;
  }

  async suspend(): Promise<void> {
    await this.service.graphql('mutation { userSuspend { userErrors { message } } }');
  }

  /** No worker runs here, so its state stays as written. */
  async run(status: 'running' | 'paused'): Promise<string> {
    const schedulerId = databaseIdOf('Scheduler', await this.oneTime()) ?? 0;
    const database = await this.world.db();
    const runId = await createRun(database, { userId: 1, schedulerId });
    await database.tx((tx) => tx.query("UPDATE run SET kind = 'one-time' WHERE id = ?", [runId]));
    await setRunStatus(database, runId, status);
    return toGlobalId('Run', runId);
  }

  /** A run whose users get one of two pushes, and one of these pushes. */
  async experiment(): Promise<{ id: string; pushId: string }> {
    const id = await this.run('running');
    const [pushId, other] = [await this.push(), await this.push()];
    const variants = [pushId, other].map((push) => ({ pushId: databaseIdOf('Push', push), weight: 1 }));
    const settings = { controlShare: 0, testShare: 1, decideAfter: 3_600, metric: 'CLICKED', winner: 'BEST' };
    const experiment = JSON.stringify({ ...settings, salt: id, variants, decideAt: Date.now() + HOUR_MS });
    const database = await this.world.db();
    const sql = 'UPDATE run SET experiment = ? WHERE id = ?';
    await database.tx((tx) => tx.query(sql, [experiment, databaseIdOf('Run', id)]));
    return { id, pushId };
  }

  private async scheduler(mutation: string, type: string, input: object): Promise<string> {
    await this.app();
    const source = `mutation ($input: ${type}!) { ${mutation}(input: $input) { scheduler { id } userErrors { message } } }`;
    return this.idIn(await this.service.graphql<Made>(source, { input }), mutation, 'scheduler');
  }

  private async make(mutation: string, noun: string, given: string): Promise<string> {
    const source = `mutation { ${mutation}(${given}) { ${noun} { id } userErrors { message } } }`;
    return this.idIn(await this.service.graphql<Made>(source), mutation, noun);
  }

  private idIn(made: Made, mutation: string, noun: string): string {
    const id = made[mutation]?.[noun]?.id;
    if (id === undefined) throw new Error(`${mutation} answered ${JSON.stringify(made)}`);
    return id;
  }
}
