import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
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
type Scheme = (typeof SCHEMES)[number];

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

  /** Clean for axe, as wide as the window, without a complaint; its pictures kept. */
  async inspect(page: Page, name: string): Promise<void> {
    const wrong = await inspect(page, name);
    expect({ name, wrong, ...this.takeComplaints() }).toEqual({ name, wrong: [], ...NOTHING_WRONG });
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
  for (const colorScheme of SCHEMES) await takeSizes(page, { name, colorScheme });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** What is wrong with the page as it is: with axe, light and dark, and with its width; and its pictures, as above. */
const inspect = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    found.push(...(await takeSizes(page, { name, colorScheme })));
    found.push(...(await runAxe(page, colorScheme)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

/** Ends at the first size; answers at which ones the page is wider than its window. */
const takeSizes = async (
  page: Page,
  { name, colorScheme }: { name: string; colorScheme: Scheme },
): Promise<string[]> => {
  const wide: string[] = [];
  await mkdir(SHOTS, { recursive: true });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  for (const size of SIZES.toReversed()) {
    await page.setViewportSize(size);
    await page.screenshot({ path: join(SHOTS, `${name}-${size.width}-${colorScheme}.png`), animations: 'disabled' });
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overhang > 0) wide.push(`${overhang} pixels wider than a window of ${size.width}`);
  }
  return wide;
};

/** What changes colour by and by has its last one. */
const FINISH = `for (const animation of document.getAnimations()) {
  try { animation.finish(); } catch { animation.cancel(); }
}`;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of the rules only this one depends on the colours of the scheme. */
const OPTIONS: Readonly<Record<Scheme, object>> = {
  light: { runOnly: RULES },
  dark: { runOnly: { type: 'rule', values: ['color-contrast'] } },
};

/** The policy of the page allows its own scripts alone, so that axe is put into it from outside, once. */
const runAxe = async (page: Page, colorScheme: Scheme): Promise<string[]> => {
  await page.evaluate(FINISH);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options = JSON.stringify({ ...OPTIONS[colorScheme], resultTypes: ['violations'] });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResult;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme} ${id}: ${html.slice(0, 200)}`));
};

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
