import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('an outdated Node.js', () => {
  test.each([
    ['18.20.8', true],
    ['20.18.3', true],
    ['20.19.0', false],
    ['20.20.2', false],
    ['22.0.0', false],
    ['100.0.0', false],
  ])('%s: %s', async (version, expected) => {
    const path = new URL('../../scripts/check-node.mjs', import.meta.url).href;
    const { isTooOld } = await import(path);
    expect(isTooOld(version)).toBe(expected);
  });

  test('is reported first, with the version that the package requires', () => {
    for (const script of ['run', 'test', 'build', 'dev', 'migration']) {
      const [first] = read(`scripts/${script}.mjs`).match(/^import .*$/m) ?? [];
      expect({ script, first }).toEqual({ script, first: "import './check-node.mjs';" });
    }
    const check = read('scripts/check-node.mjs');
    expect(check).not.toMatch(/^import /m);
    expect(`>=${/NEEDED = '([\d.]+)'/.exec(check)?.[1]}`).toBe(JSON.parse(read('package.json')).engines.node);
  });
});
