import type { Page } from 'playwright-core';
import { serveSite } from '../browser/site.js';
import { stubPushManager } from '../browser/stub-push-manager.js';
import { TestBrowser } from '../support/browser.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { WebSubscription } from '../support/fakes/web-subscription.js';
import type { Command, Driver, Library } from './library.js';

const WORDS = ['one', 'two', 'three'];

/** An init script with the visitor's clock and the scenario's subscription. */
const STUBS = `
  const realNow = Date.now.bind(Date);
  Date.now = () => realNow() + Number(localStorage.getItem('test:shift') ?? 0);
`;

/** Runs a command of the script in the page. `push` is the sample site's, and `problems` are its rejections. */
const SPEAK = `async ({ command, index, key }) => {
  const until = async (isSo) => {
    for (let left = 3000; !isSo(); left -= 1) {
      if (left === 0) throw new Error('Waited a minute in vain.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const visit = () => push.subscribe({ prompt: false });
  const toPlain = ({ categories, allMarketing }) => ({
    choices: Object.fromEntries(categories.map(({ key, isOn }) => [key, isOn])),
    allMarketing,
  });
  const words = {
    start: visit,
    online: visit,
    setToken: () => {
      localStorage.setItem('test:subscription', JSON.stringify({ index, key }));
      return visit();
    },
    login: ({ user, identityHash }) => push.login(user, { identityHash }),
    logout: () => push.logout(),
    setTags: ({ tags }) => push.setTags(tags),
    setAttributes: ({ attributes }) => push.setAttributes(attributes),
    update: ({ facts }) => push.update(facts),
    track: ({ code, id, data }) => push.track(code, { id, data }),
    preferences: async () => toPlain(await push.preferences()),
    setPreferences: async ({ choices }) => toPlain(await push.setPreferences(choices)),
    clock: ({ shiftMs }) => localStorage.setItem('test:shift', shiftMs),
    stored: ({ pending }) => until(() => push.queued().length >= pending),
    settled: () => until(() => push.queued().length === 0 && push.deviceId !== null),
    problems: () => globalThis.problems,
  };
  globalThis.problems ??= [];
  try {
    return await words[command.do](command);
  } catch (error) {
    if (!error.code) throw error;
    globalThis.problems.push(error.code);
    return null;
  }
}`;

/** The service's SDK in Chromium. Each process of the app is a tab, and a restart is a new visit. */
export const openWeb = async (fakes: Fakes, scenarios: number): Promise<Library & AsyncDisposable> => {
  const all = await fakes.makeSubscriptions({ count: scenarios * WORDS.length, seed: 'conformance' });
  const indexOf = (token: string): number => {
    const [, number, word = ''] = /^(\d+)-(.*)$/.exec(token) ?? [];
    return Number(number) * WORDS.length + WORDS.indexOf(word);
  };
  const subscriptionOf = (token: string): WebSubscription => {
    const found = all[indexOf(token)];
    if (!found) throw new Error(`No subscription belongs to ${token}.`);
    return found;
  };
  const browser = await TestBrowser.launch();
  return {
    name: 'web',
    provider: 'webpush',
    addressOf: (token) => ({ subscription: subscriptionOf(token) }),
    targetOf: (token) => subscriptionOf(token).endpoint,
    install: async ({ address, serviceId }) => {
      const site = await serveSite({ sdk: address, serviceId });
      const context = (await browser.openApart('about:blank')).context();
      await context.grantPermissions(['notifications'], { origin: site.origin });
      await context.addInitScript(STUBS + stubPushManager(all));
      const answer = await fetch(`${address}/sdk/v1/${serviceId}/vapidkey`);
      const { vapid_key_public: key } = (await answer.json()) as { vapid_key_public: string };
      const open = async (): Promise<Page> => {
        const page = await context.newPage();
        await page.goto(site.origin);
        await page.waitForFunction('globalThis.push !== undefined');
        return page;
      };
      return {
        start: async (): Promise<Driver> => {
          const page = await open();
          const tell = (command: Command) => {
            const index = command.token === undefined ? -1 : indexOf(String(command.token));
            return page.evaluate(`(${SPEAK})(${JSON.stringify({ command, index, key })})`);
          };
          return { tell, kill: () => page.close() };
        },
        reinstall: async () => {
          const page = await open();
          await page.evaluate(`(async () => {
            for (const name of Object.keys(localStorage)) if (!name.startsWith('test:')) localStorage.removeItem(name);
            for (const name of await caches.keys()) await caches.delete(name);
          })()`);
          await page.close();
        },
        [Symbol.asyncDispose]: async () => {
          await context.close();
          await site[Symbol.asyncDispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
};
