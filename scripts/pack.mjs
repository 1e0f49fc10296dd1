// Builds the packages as `npm publish` would send them: those of packages/ under @pushgraph, and pushgraph itself.
// `node scripts/pack.mjs [FOLDER]`, by default artifacts/; prints the path of each.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackages } from './build-packages.mjs';
import { makeDistribution } from './dist.mjs';
import { root } from './freshness.mjs';

const target = resolve(process.argv[2] ?? join(root, 'artifacts'));
const service = mkdtempSync(join(tmpdir(), 'pushgraph-package-'));

const pack = (folder) => {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', target];
  const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim().split('\n').at(-1);
  process.stdout.write(`${join(target, name)}\n`);
};

mkdirSync(target, { recursive: true });
try {
  const folders = await buildPackages();
  await makeDistribution(service, { forNpm: true });
  for (const folder of [...folders, service]) pack(folder);
} finally {
  rmSync(service, { recursive: true, force: true });
}
