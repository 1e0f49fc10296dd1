import { describe } from '@jest/globals';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The path that global-setup found or was given. */
const executablePath = process.env.CHROMIUM_PATH;

/** For tests that need a real Chromium: skipped where there is none, and named at the end of the run. */
export const withChromium = executablePath ? describe : describe.skip;

// No name is resolved, so that nothing outside this machine can be reached, whatever a page or the browser wants.
const ARGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
];

const PATIENCE_MS = 120_000;

/** A browser of its own profile, in which every request is watched. */
export class TestBrowser implements AsyncDisposable {
  /** What went wrong, in the words of the console: errors, warnings, refusals by the content policy, scripts that threw. */
  readonly complaints: string[] = [];
  /** Addresses of other machines that were asked for. */
  readonly outside: string[] = [];

  static async launch(options: BrowserContextOptions = {}): Promise<TestBrowser> {
    if (!executablePath) throw new Error('this test needs Chromium');
    // Root cannot have Chromium's sandbox.
    const isRoot = process.getuid?.() === 0;
    const browser = await chromium.launch({ executablePath, args: ARGS, chromiumSandbox: !isRoot });
    return new TestBrowser(browser, options, await browser.newContext(options));
  }

  private constructor(
    private readonly browser: Browser,
    private readonly options: BrowserContextOptions,
    readonly context: BrowserContext,
  ) {
    this.watch(context);
  }

  private watch(context: BrowserContext): void {
    // Only for what never comes: a busy machine may take long for a page.
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

  /** As in another browser: with cookies and storage of its own. Closing the page's context ends it. */
  async openApart(url: string): Promise<Page> {
    const context = await this.browser.newContext(this.options);
    this.watch(context);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
  }
}

const isHere = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return ['data:', 'blob:', 'about:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
};
