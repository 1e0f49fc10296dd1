import { describe, expect, test } from '@jest/globals';
import { type NameSources, WebResolver } from '../../../src/providers/outbound/web-resolver.js';

const failing = (code: string) => Object.assign(new Error(code), { code });

/** Name servers without records, and an operating system that answers when the test lets it. */
const makeSources = (code: string) => {
  const asked = { servers: 0, system: 0, systemAtOnce: 0 };
  const answers: (() => void)[] = [];
  const ask = async (): Promise<string[]> => {
    asked.servers += 1;
    throw failing(code);
  };
  const sources: NameSources = {
    resolve4: ask,
    resolve6: ask,
    lookup: (name) =>
      new Promise((resolve) => {
        asked.system += 1;
        asked.systemAtOnce = Math.max(asked.systemAtOnce, answers.length + 1);
        answers.push(() => resolve([{ address: name === 'known' ? '127.0.0.9' : '127.0.0.1', family: 4 }]));
      }),
  };
  return { asked, answers, sources };
};

const find = (resolver: WebResolver, name: string): Promise<string> =>
  new Promise((resolve) => {
    resolver.resolve(name, {}, (error, [first]) => resolve(error?.code ?? first?.address ?? ''));
  });

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('names chosen by outsiders', () => {
  test('are looked up once for many messages, concurrent or sequential', async () => {
    const { asked, sources } = makeSources('ENOTFOUND');
    const resolver = new WebResolver({ hostsFile: false }, sources);
    const found = await Promise.all(Array.from({ length: 50 }, () => find(resolver, 'dead.example')));
    expect(new Set([...found, await find(resolver, 'dead.example')])).toEqual(new Set(['ENOTFOUND']));
    expect(asked).toEqual({ servers: 2, system: 0, systemAtOnce: 0 });
  });

  test('occupy at most one thread of the process when the name servers do not answer', async () => {
    const { asked, answers, sources } = makeSources('ETIMEOUT');
    const resolver = new WebResolver({ hostsFile: false }, sources);
    const found = Array.from({ length: 5_000 }, (_, index) => find(resolver, `p${index}.example`));
    await settle();
    expect(asked.system).toBe(1);
    for (let served = 0; answers.length > 0; served += 1) {
      answers.shift()?.();
      await settle();
      expect(served).toBeLessThan(20);
    }
    expect(asked.systemAtOnce).toBe(1);
    expect(asked.system).toBeLessThanOrEqual(16);
    expect((await Promise.all(found)).filter((answer) => answer === 'ETIMEOUT').length).toBeGreaterThan(4_900);
  });

  test("may come from this machine's hosts file if private addresses are allowed", async () => {
    const { answers, sources } = makeSources('ENOTFOUND');
    const found = find(new WebResolver({ hostsFile: true }, sources), 'known');
    await settle();
    answers.shift()?.();
    expect(await found).toBe('127.0.0.9');
  });
});
