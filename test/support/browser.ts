import { describe } from '@jest/globals';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The path from global-setup. */
const executablePath = process.env.CHROMIUM_PATH;

/** Tests that need a real Chromium are skipped without one, and listed at the end of the run. */
export const withChromium = executablePath ? describe : describe.skip;

// Names do not resolve, so neither a page nor the browser can reach another machine.
const ARGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
];

const PATIENCE_MS = 240_000;

/** A browser with its own profile, in which every request is recorded. */
export class TestBrowser implements AsyncDisposable {
  /** Problems that the console reports: errors, warnings, content-policy refusals, uncaught exceptions. */
  readonly complaints: string[] = [];
  /** Requested addresses of other machines. */
  readonly outside: string[] = [];

  static async launch(options: BrowserContextOptions = {}): Promise<TestBrowser> {
    if (!executablePath) throw new Error('this test needs Chromium');
    // Chromium's sandbox does not work as root.
    const isRoot = process.getuid?.() === 0;
    const browser = await chromium.launch({ executablePath, args: ARGS, chromiumSandbox: !isRoot });
    const opened = new TestBrowser(browser, options, await browser.newContext(options));
    Object.assign(globalThis, { describeWorld: () => opened.describe() });
    return opened;
  }

  private constructor(
    private readonly browser: Browser,
    private readonly options: BrowserContextOptions,
    readonly context: BrowserContext,
  ) {
    this.watch(context);
  }

  private watch(context: BrowserContext): void {
    // The deadline only catches pages that never load, because a busy machine may take long.
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    context.on('weberror', (error) => this.complaints.push(String(error.error())));
    context.on('request', (request) => {
      if (!isHere(request.url())) this.outside.push(request.url());
    });
  }

  async open(url: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(url);
    return page;
  }

  /** Opens a separate browser context with its own cookies and storage. Closing the page's context ends it. */
  async openApart(url: string): Promise<Page> {
    const context = await this.browser.newContext(this.options);
    this.watch(context);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  /** The addresses and texts of the open pages, and the problems, for the error of a failed test. */
  private async describe(): Promise<string> {
    const pages = this.browser.contexts().flatMap((context) => context.pages());
    const shown = pages.map(async (page) => `${page.url()}\n${await readText(page)}`);
    return [...(await Promise.all(shown)), ...this.complaints].join('\n\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    Object.assign(globalThis, { describeWorld: undefined });
    await this.browser.close();
  }
}

const readText = async (page: Page): Promise<string> => {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch((error: unknown) => String(error));
  return text.replaceAll(/\s*\n\s*/g, ' · ').slice(0, MOST_TEXT);
};

/** Characters of each page. */
const MOST_TEXT = 3_000;

const isHere = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return ['data:', 'blob:', 'about:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
};
