import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { TestBrowser } from '../../support/browser.js';
import { eachDatabase, type TestDatabaseKind } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import type { ServiceProcess } from '../../support/service-process.js';
import { createApp, must, type RegisteredApp } from '../../support/service-steps.js';
import { ServiceWorld } from '../../support/service-world.js';

export const ADMIN = { name: 'Anna Admin', email: 'anna@example.com', password: 'a long password of many words' };

const SHOTS = fileURLToPath(new URL('../../../artifacts/console/', import.meta.url));
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

/** The real service with the fakes, and a browser that notes whatever goes wrong. */
export class ConsoleWorld implements AsyncDisposable {
  /** @param env of the service, beside what it needs. */
  static async open(
    kind: TestDatabaseKind | undefined = eachDatabase()[0],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleWorld> {
    if (!kind) throw new Error('SQLite is always there');
    const world = await ServiceWorld.open(kind);
    const service = await world.start(env);
    const browser = await TestBrowser.launch({ viewport: SIZES[0], locale: 'en-GB', timezoneId: 'Europe/Berlin' });
    return new ConsoleWorld(world, service, browser);
  }

  private constructor(
    readonly world: ServiceWorld,
    public service: ServiceProcess,
    readonly browser: TestBrowser,
  ) {}

  /** What the start printed for the first admin. */
  firstLink(): Promise<string> {
    return eventually('the link of the first admin', () => {
      const lines = this.service.process.stdout.map((line) => /https?:\S+\/console\/join#\S+/.exec(line)?.[0]);
      return lines.find((link) => link !== undefined) ?? null;
    });
  }

  /** Through the first link to the overview, by pointer. */
  async join(): Promise<Page> {
    const page = await this.browser.open(await this.firstLink());
    await page.getByLabel('Your name').fill(ADMIN.name);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    return page;
  }

  /** The power is gone and comes back: another process at the same address. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.service.kill();
    this.service = await this.world.start({ ...env, PORT: new URL(this.service.address).port });
  }

  at(path: string): string {
    return `${this.service.address}/console${path}`;
  }

  /** A web application with devices that the fakes answer for. */
  async makeApp(name: string, languages: readonly string[]): Promise<RegisteredApp> {
    const app = await createApp(this.service, this.world.fakes, { provider: 'webpush', name });
    for (const [index, language] of languages.entries()) {
      const [subscription] = await this.world.fakes.makeSubscriptions();
      await this.registerDevice(app.serviceId, { subscription, language, external_user_id: `user-${index + 1}` });
    }
    return app;
  }

  /** As the SDK on a device does. */
  async registerDevice(serviceId: string, device: object): Promise<void> {
    const body = { country: 'DE', timezone: 'Europe/Berlin', ...device };
    await must(201, this.service.sdk('POST', `/${serviceId}/devices`, { body }));
  }

  /** What went wrong in the browser since it was last asked for. */
  takeComplaints(): { readonly complaints: string[]; readonly outside: string[] } {
    return { complaints: this.browser.complaints.splice(0), outside: this.browser.outside.splice(0) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
    await this.world[Symbol.asyncDispose]();
  }
}

export const NOTHING_WRONG = { complaints: [], outside: [] };

/** As both sizes show it, light and dark: files below artifacts/console, for people to look at. */
export const takeShots = async (page: Page, name: string): Promise<void> => {
  await mkdir(SHOTS, { recursive: true });
  const before = page.viewportSize() ?? SIZES[0];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(SHOTS, `${name}-${size.width}-${colorScheme}.png`), animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
};

/** What changes colour by and by has its last one. */
const FINISH = `for (const animation of document.getAnimations()) {
  try { animation.finish(); } catch { animation.cancel(); }
}`;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in the page as it is, light and dark, a line for each. The policy of the page allows its own scripts
 * alone, so that axe is put into it from outside. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(FINISH);
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`)) as AxeResult;
    found.push(
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme} ${id}: ${html.slice(0, 200)}`)),
    );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
