import { expect, test } from '@jest/globals';
import { isInRepository, readRepositoryFile } from '../support/repository.js';
import { of, parseDockerfile, readEnv } from './dockerfile.js';

const stages = parseDockerfile(readRepositoryFile('Dockerfile'));
const [build, final] = stages;
if (!build || !final) throw new Error('the Dockerfile has two stages');
const ignored = readRepositoryFile('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

test('the image has two stages of one pinned Node.js release, the second without tools', () => {
  expect(stages.map(({ name }) => name)).toEqual(['build', null]);
  for (const { image } of stages) expect(image).toMatch(/^node:\d+(\.\d+)*-\w+-slim$/);
  expect(of(final, 'COPY').map(({ flags }) => flags)).toEqual([{ from: 'build' }]);
  expect(of(final, 'RUN').filter(({ text }) => /\b(?:npm|apt-get|curl|wget)\b/.test(text))).toEqual([]);
  expect(stages.flatMap((stage) => of(stage, 'ADD'))).toEqual([]);
});

test('it runs as an unprivileged user, in exec form without a shell, and receives signals itself', () => {
  const user = final.instructions.findIndex(({ name }) => name === 'USER');
  expect(final.instructions[user]?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(final.instructions.slice(user).filter(({ name }) => name === 'RUN' || name === 'COPY')).toEqual([]);
  expect(of(final, 'CMD').map(({ exec }) => exec)).toEqual([
    ['node', '--enable-source-maps', '--max-semi-space-size=16', 'dist/main.js'],
  ]);
  expect(of(final, 'ENTRYPOINT')).toEqual([]);
  expect(of(final, 'STOPSIGNAL').map(({ text }) => text)).toEqual(['SIGTERM']);
  const [health] = of(final, 'HEALTHCHECK');
  expect(health?.exec?.[0]).toBe('node');
});

test('it has no setting that conflicts with a secret from a file, and none with a secret', () => {
  expect(readEnv(final)).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '4000', SQLITE_TMPDIR: '/app/data' });
  // /healthz and the console show the commit.
  expect(stages.flatMap((stage) => of(stage, 'ARG').map(({ text }) => text))).toEqual(['PUSHGRAPH_COMMIT=']);
});

test('the build context contains exactly the copied files', () => {
  const copied = of(build, 'COPY').flatMap(({ text }) => text.split(' ').slice(0, -1));
  expect(copied.filter((path) => !isInRepository(path))).toEqual([]);
  expect([...ignored].sort()).toEqual(['*', ...copied.map((path) => `!${path}`)].sort());
});
