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

/** The real service with the fakes, and a browser that records every problem. */
export class ConsoleWorld implements AsyncDisposable {
  /** @param env additional settings of the service */
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

  /** The link for the first admin, which the start printed. */
  firstLink(): Promise<string> {
    return eventually('the link of the first admin', () => {
      const lines = this.service.process.stdout.map((line) => /https?:\S+\/console\/join#\S+/.exec(line)?.[0]);
      return lines.find((link) => link !== undefined) ?? null;
    });
  }

  /** Joins with the first link. */
  async join(): Promise<Page> {
    const page = await this.browser.open(await this.firstLink());
    await page.getByLabel('Your name').fill(ADMIN.name);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    return page;
  }

  /** Kills the service and starts it again at the same address. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.service.kill();
    this.service = await this.world.start({ ...env, PORT: new URL(this.service.address).port });
  }

  at(path: string): string {
    return `${this.service.address}/console${path}`;
  }

  /** A web application with the fakes' devices. */
  async makeApp(name: string, languages: readonly string[]): Promise<RegisteredApp> {
    const app = await createApp(this.service, this.world.fakes, { provider: 'webpush', name });
    for (const [index, language] of languages.entries()) {
      const [subscription] = await this.world.fakes.makeSubscriptions();
      await this.registerDevice(app.serviceId, { subscription, language, external_user_id: `user-${index + 1}` });
    }
    return app;
  }

  /** Registers a device like the SDK. */
  async registerDevice(serviceId: string, device: object): Promise<void> {
    const body = { country: 'DE', timezone: 'Europe/Berlin', ...device };
    await must(201, this.service.sdk('POST', `/${serviceId}/devices`, { body }));
  }

  /** Expects no violations of axe, no horizontal overflow and no browser errors. Takes screenshots like `takeShots`. */
  async inspect(page: Page, name: string): Promise<void> {
    const wrong = await inspect(page, name);
    expect({ name, wrong, ...this.takeComplaints() }).toEqual({ name, wrong: [], ...NOTHING_WRONG });
  }

  /** Returns the browser problems since the last call. */
  takeComplaints(): { readonly complaints: string[]; readonly outside: string[] } {
    return { complaints: this.browser.complaints.splice(0), outside: this.browser.outside.splice(0) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
    await this.world[Symbol.asyncDispose]();
  }
}

export const NOTHING_WRONG = { complaints: [], outside: [] };

/** Takes screenshots at both sizes, light and dark, into artifacts/console. Only with SCREENSHOTS=1. */
export const takeShots = async (page: Page, name: string): Promise<void> => {
  if (!WANTS_SHOTS) return;
  for (const colorScheme of SCHEMES) await takeSizes(page, { name, colorScheme });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Returns the violations of axe in both themes and any overflow. Takes screenshots like `takeShots`. */
export const inspect = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    // A page is as wide in the dark.
    if (colorScheme === 'light' || WANTS_SHOTS) found.push(...(await takeSizes(page, { name, colorScheme })));
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await runAxe(page, colorScheme)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

/** Returns the sizes at which the page overflows. Restores the first size. */
const takeSizes = async (
  page: Page,
  { name, colorScheme }: { name: string; colorScheme: Scheme },
): Promise<string[]> => {
  const wide: string[] = [];
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  for (const size of SIZES.toReversed()) {
    await page.setViewportSize(size);
    if (WANTS_SHOTS) await takeShot(page, join(SHOTS, `${name}-${size.width}-${colorScheme}.png`));
    const overhang = await page.evaluate<number>(OVERHANG);
    if (overhang > 0) wide.push(`${overhang} pixels wider than a window of ${size.width}`);
  }
  return wide;
};

/** Chromium sometimes loses a request for a picture while several browsers run, but answers the next one. */
const takeShot = async (page: Page, path: string, tries = 3): Promise<void> => {
  try {
    await page.screenshot({ path, animations: 'disabled', timeout: SHOT_MS });
  } catch (error) {
    if (tries <= 1) throw error;
    await takeShot(page, path, tries - 1);
  }
};

/** Measured once the page has rendered for its new size. */
const OVERHANG = `new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 1000);
}).then(() => document.documentElement.scrollWidth - innerWidth)`;

const SHOT_MS = 40_000;
const WANTS_SHOTS = process.env.SCREENSHOTS === '1';

/** Ends all transitions, so that colours have their final values. */
const FINISH = `for (const animation of document.getAnimations()) {
  try { animation.finish(); } catch { animation.cancel(); }
}`;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Only this rule depends on the colour scheme. */
const OPTIONS: Readonly<Record<Scheme, object>> = {
  light: { runOnly: RULES },
  dark: { runOnly: { type: 'rule', values: ['color-contrast'] } },
};

/** The page's policy allows only its own scripts, so the test injects axe once. */
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
