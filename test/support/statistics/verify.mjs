// Recalculates expected.json with the recorded versions of scipy and statsmodels, and compares. Needs Python 3 and PyPI.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const expected = JSON.parse(readFileSync(join(here, 'expected.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'statistics-'));
try {
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
  const packages = [`scipy==${expected.scipy}`, `statsmodels==${expected.statsmodels}`];
  execFileSync(join(folder, 'bin/pip'), ['install', '--quiet', ...packages], { stdio: 'inherit' });
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const found = JSON.parse(execFileSync(join(folder, 'bin/python'), [join(here, 'generate.py')], options));
  const problem = findDifference(expected, found, 'expected.json');
  if (problem) throw new Error(problem);
  console.log(`expected.json is as ${packages.join(' and ')} calculate it (${expected.tables.length} tables).`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A different CPU may round the last digits differently. */
function findDifference(one, other, path) {
  if (typeof one === 'number' && typeof other === 'number') {
    const isSame = Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)) + 1e-15;
    return isSame ? null : `${path}: ${one} is ${other} now.`;
  }
  if (typeof one !== 'object' || one === null) return one === other ? null : `${path}: ${one} is ${other} now.`;
  const keys = new Set([...Object.keys(one), ...Object.keys(other ?? {})]);
  for (const key of keys) {
    const problem = findDifference(one[key], other?.[key], `${path}.${key}`);
    if (problem) return problem;
  }
  return null;
}
