import type { Spec } from '../../packages/react-native/src/NativePushgraph.js';
import { type Problem, Pushgraph } from '../../packages/react-native/src/pushgraph.js';
import type { Command, Driver, Library } from './library.js';

/** React Native's JavaScript over a bridge to the Kotlin core's driver, as on Android. */
export const overKotlin = (kotlin: Library): Library => ({
  ...kotlin,
  name: 'react-native',
  install: async (place) => {
    const installed = await kotlin.install(place);
    return {
      start: async () => drive(await installed.start()),
      reinstall: () => installed.reinstall(),
      [Symbol.asyncDispose]: () => installed[Symbol.asyncDispose](),
    };
  },
});

/** Commands of the script that are not API calls. */
const DRIVER_WORDS = new Set(['clock', 'stored', 'settled']);

const drive = (driver: Driver): Driver => {
  const bridge = new Bridge(driver);
  const push = new Pushgraph(bridge.module);
  const problems: string[] = [];
  push.onProblem(({ code }) => problems.push(code));
  return {
    kill: () => driver.kill(),
    tell: async (command) => {
      if (DRIVER_WORDS.has(command.do)) return driver.tell(command);
      if (command.do === 'problems') await bridge.passProblems();
      const answer = command.do === 'problems' ? problems : await speak(push, command);
      await bridge.passed();
      return answer;
    },
  };
};

// biome-ignore lint/suspicious/noExplicitAny: the script's commands are plain JSON.
const speak = async (push: Pushgraph, { do: word, ...given }: any): Promise<unknown> => {
  const words: Record<string, () => unknown> = {
    start: () => push.start(),
    setToken: () => push.setToken(given.token),
    login: () => push.login(given.user, { identityHash: given.identityHash }),
    logout: () => push.logout(),
    setTags: () => push.setTags(given.tags),
    setAttributes: () => push.setAttributes(given.attributes),
    update: () => push.update(given.facts),
    track: () => push.track(given.code, { id: given.id, data: given.data }),
    receipt: () => push.receipt(given.receipt, given.kind, { button: given.button }),
    online: () => push.online(),
    preferences: async () => toPlain(await push.preferences()),
    setPreferences: async () => toPlain(await push.setPreferences(given.choices)),
  };
  const act = words[word];
  if (!act) throw new Error(`\`${word}\` is no word of the script.`);
  return (await act()) ?? null;
};

const toPlain = (answer: Awaited<ReturnType<Pushgraph['preferences']>>) =>
  answer && {
    choices: Object.fromEntries(answer.categories.map(({ key, isOn }) => [key, isOn])),
    allMarketing: answer.allMarketing,
  };

/** The native module. It forwards the calls in order, as JSON. */
class Bridge {
  private last: Promise<unknown> = Promise.resolve();
  private emit: (text: string) => void = () => {};
  private kinds: readonly string[] = [];
  private told = 0;

  constructor(private readonly driver: Driver) {}

  readonly module: Spec = {
    start: () => this.pass({ do: 'start' }),
    setToken: (token) => this.pass({ do: 'setToken', token }),
    login: (user, identityHash) => this.pass({ do: 'login', user, identityHash }),
    logout: () => this.pass({ do: 'logout' }),
    setTags: (tags) => this.pass({ do: 'setTags', tags }),
    setAttributes: (attributes) => this.pass({ do: 'setAttributes', attributes: JSON.parse(attributes) }),
    update: (facts) => this.pass({ do: 'update', facts: JSON.parse(facts) }),
    track: (code, id, data) => this.pass({ do: 'track', code, id, data: data === null ? null : JSON.parse(data) }),
    receipt: (receipt, kind, button) => this.pass({ do: 'receipt', receipt, kind, button }),
    online: () => this.pass({ do: 'online' }),
    setBadge: () => {},
    deviceId: () => Promise.reject(new Error('The driver has no word for it.')),
    pending: () => Promise.reject(new Error('The driver has no word for it.')),
    permission: async () => 'granted',
    requestPermission: async () => 'granted',
    preferences: async () => this.toText(await this.ask({ do: 'preferences' })),
    setPreferences: async (choices) =>
      this.toText(await this.ask({ do: 'setPreferences', choices: JSON.parse(choices) })),
    listen: (kinds) => {
      this.kinds = kinds;
    },
    onEvent: (handler) => {
      this.emit = handler;
      return { remove: () => {} };
    },
  };

  /** Reports the core's problems since the last call to JavaScript. */
  async passProblems(): Promise<void> {
    const codes = (await this.ask({ do: 'problems' })) as Problem['code'][];
    for (const code of codes.slice(this.told))
      if (this.kinds.includes('problem'))
        this.emit(JSON.stringify({ kind: 'problem', event: { code, status: null, message: code } }));
    this.told = codes.length;
  }

  passed(): Promise<unknown> {
    return this.last;
  }

  private pass(command: Command): void {
    this.last = this.ask(command);
  }

  private ask(command: Command): Promise<unknown> {
    return this.driver.tell(command);
  }

  /** The driver returns choices by key, and the module returns whole categories. */
  private toText(answer: unknown): string | null {
    if (!answer) return null;
    const { choices, allMarketing } = answer as { choices: Record<string, boolean>; allMarketing: boolean };
    const categories = Object.entries(choices).map(([key, isOn]) => ({ key, isOn }));
    return JSON.stringify({ categories, allMarketing, url: null });
  }
}
