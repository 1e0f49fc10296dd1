import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createDataSource } from '../../src/database/data-source.js';
import { StatementLog } from '../../src/database/statement-log.js';
import { selectList } from '../../src/database/write-rows.js';
import { ENTITIES } from '../../src/entities/index.js';
import { defineTable } from '../../src/entities/table.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

const run = promisify(execFile);
const ROOT = process.cwd();

/** Returns the compiler's errors, or an empty text. */
const compile = async (file: string): Promise<string> => {
  const folder = await mkdtemp(join(ROOT, 'node_modules', '.forgotten-'));
  try {
    const project = join(folder, 'tsconfig.json');
    const options = { noEmit: true, incremental: false, composite: false };
    await writeFile(
      project,
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions: options, include: [], files: [file] }),
    );
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const failed = (error: { readonly stdout: string }) => error;
    return (await run(process.execPath, [tsc, '-p', project]).catch(failed)).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
};

test('a forgotten, unknown or mistyped column does not compile', async () => {
  expect(await compile(join(ROOT, 'test/database/forgotten-columns.ts'))).toBe('');
});

test('every property of an entity is declared as a column or a relation', () => {
  const bare = repositoryFiles('src/entities').flatMap((file) => {
    const lines = readRepositoryFile(file).split('\n');
    return lines.flatMap((line, index) => {
      const isProperty = /^ {2}(readonly )?\w+!: /.test(line);
      const before = lines.slice(0, index).findLast((each) => each.trim() !== '') ?? '';
      return isProperty && !/^ {2}(@\w+\(.*\)|\)|\}\))$/.test(before) ? [`${file}: ${line.trim()}`] : [];
    });
  });
  expect(bare).toEqual([]);
});

test('a table has the same columns as in TypeORM, under the same names', async () => {
  const config = { kind: 'sqlite', path: ':memory:' } as const;
  const source = createDataSource(config, { access: 'write', logger: new StatementLog(), migrations: [] });
  await source.initialize();
  try {
    for (const entity of ENTITIES) {
      const names = source.getMetadata(entity).columns.map(({ databaseName }) => databaseName);
      expect(
        selectList(defineTable(entity as new () => object))
          .split(', ')
          .toSorted(),
      ).toEqual(names.toSorted());
    }
  } finally {
    await source.destroy();
  }
});
