import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { findBinary } from '../support/services/find-binary.js';
import { freePort } from '../support/services/guarded-process.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the shell blocks of a page in order. A block within a list is indented. */
const blocksOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

const README = blocksOf('README.md');
const TOUR = blocksOf('docs/getting-started.md');
const SERVES = /npm start|serve\.mjs/;

/** An interactive shell without user configuration, fed as by pasting. */
class Terminal {
  private readonly child;
  private output = '';
  private count = 0;

  constructor(shell: 'bash' | 'zsh', { cwd, path, port }: { cwd: string; path: string; port: number }) {
    const flags = { bash: ['--noprofile', '--norc', '-i'], zsh: ['-f', '-i'] }[shell];
    const env = { PATH: path, HOME: cwd, PORT: String(port), TERM: 'dumb', HISTFILE: '', LANG: 'C.UTF-8' };
    // It has its own process group, so that everything it starts ends with it.
    this.child = spawn(shell, flags, { cwd, env, detached: true, stdio: 'pipe' });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (data) => (this.output += data));
  }

  /** The output of a serving block so far, once it has named its address. */
  async serve(block: string): Promise<void> {
    this.child.stdin.write(block);
    await eventually('an address', async () => /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(this.output));
  }

  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return eventually(`output that matches ${pattern}`, async () => pattern.exec(this.output));
  }

  /** The output of a block, and the status of its last command. */
  async run(block: string): Promise<{ text: string; status: number }> {
    const start = this.output.length;
    this.count += 1;
    // The marker is in two parts, so that the echo of the pasted text does not match.
    const mark = `__done_${this.count}`;
    this.child.stdin.write(`${block}echo "__done""_${this.count} $?"\n`);
    const pattern = new RegExp(`${mark} (\\d+)`);
    const [, status] = await eventually(`the end of\n${block}`, async () => pattern.exec(this.output));
    return { text: this.output.slice(start), status: Number(status) };
  }

  close(): void {
    if (this.child.pid !== undefined && this.child.exitCode === null) process.kill(-this.child.pid, 'SIGKILL');
  }
}

/** A checkout with an empty `./data`, and an `npm` that skips only the installation. */
const makeCheckout = (): { cwd: string; path: string } => {
  const cwd = mkdtempSync(join(tmpdir(), 'pushgraph-readme-'));
  for (const name of readdirSync(ROOT)) {
    if (name === 'package.json') cpSync(join(ROOT, name), join(cwd, name));
    else if (!['data', '.git'].includes(name)) symlinkSync(join(ROOT, name), join(cwd, name));
  }
  const npm = findBinary('npm') ?? 'npm';
  writeFileSync(join(cwd, 'npm'), `#!/bin/sh\n[ "$1" = ci ] && exit 0\nexec "${npm}" "$@"\n`, { mode: 0o755 });
  return { cwd, path: `${cwd}:${process.env.PATH}` };
};

const CREATE_APP = 'mutation { appCreate(input: { name: "My site", provider: { webpush: true } }) { app { id } } }';

/** zsh is detected, and reported missing, like the other services. */
const shells = (['bash', 'zsh'] as const).filter((shell) => shell === 'bash' || process.env.ZSH_PATH);

describe.each(shells)('the tour pasted into %s', (shell) => {
  test('works as described, block by block', async () => {
    const [checkout, port] = [makeCheckout(), await freePort()];
    const terminals = [0, 1, 2].map(() => new Terminal(shell, { ...checkout, port }));
    const [first, second, third] = terminals as [Terminal, Terminal, Terminal];
    // Only the ports of the blocks are changed, because they may be in use on this machine.
    const [start, demo, site, ...curl] = TOUR.map((block) =>
      block
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
        .replace(/(serve\.mjs "\$SERVICE_ID")/, `$1 http://127.0.0.1:${port} 0`),
    ) as [string, string, string, ...string[]];
    try {
      expect([start, site].every((block) => SERVES.test(block))).toBe(true);
      await first.serve(start);
      const shown = await second.run(demo);
      expect(shown).toEqual({ text: expect.stringContaining('Every message arrived, once'), status: 0 });
      // The first step in the browser, with the same requests.
      await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: 'POST',
        headers: { authorization: 'Bearer my-first-key-0001', 'content-type': 'application/json' },
        body: JSON.stringify({ query: CREATE_APP }),
      });
      await third.serve(site);
      const answers = [];
      for (const block of curl) answers.push(await second.run(block));
      expect(answers.map(({ status }) => status)).toEqual(curl.map(() => 0));
      const said = answers.map(({ text }) => text).join('');
      expect(said).not.toMatch(/not found|no matches|parse error|syntax error|"error"|"errors"/);
      expect(said).toContain('"device_secret":"');
      expect(said).toContain('{"accepted":1,"ignored":0}');
      const last = curl.at(-1) ?? '';
      await eventually('a message with an outcome', async () => /"total":1/.exec((await second.run(last)).text));
    } finally {
      for (const terminal of terminals) terminal.close();
      rmSync(checkout.cwd, { recursive: true, force: true });
    }
  });
});

test('the first command of the README serves without configuration, and prints a key', async () => {
  const [checkout, port] = [makeCheckout(), await freePort()];
  const terminal = new Terminal('bash', { ...checkout, port });
  try {
    expect(README[0]).toBe('npm ci && npm start\n');
    await terminal.serve(README[0] ?? '');
    expect(await terminal.printed(/First API key, shown only now: \S+/)).toBeTruthy();
  } finally {
    terminal.close();
    rmSync(checkout.cwd, { recursive: true, force: true });
  }
});

test('no block has a placeholder, or a comment, which zsh rejects when pasted', () => {
  expect(TOUR.length).toBeGreaterThan(6);
  expect(README).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n', 'npm run demo\n']);
  for (const block of [...README, ...TOUR]) expect(block).not.toMatch(/(^|\s)#|…/);
});
