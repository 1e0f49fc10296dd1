import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { readRepositoryFile } from '../support/repository.js';
import { ServiceProcess } from '../support/service-process.js';
import { findMysqlTool } from '../support/services/mysql-server.js';

const run = promisify(execFile);
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const PASSWORD = 'a-word-without-rights-elsewhere';
const BUNDLE = fileURLToPath(new URL('../../dist-test/bundle/cli.js', import.meta.url));

/** The shell blocks of docs/deployment.md for a backup and restore with the compose file. */
const documented = (): [backup: string, restore: string] => {
  const [, text = ''] = readRepositoryFile('docs/deployment.md').split('**Backup and restore**');
  const [backup = '', restore = ''] = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  return [backup, restore];
};

/** Replaces Docker: container commands run here, with their secrets in a folder. */
const standIn = (folder: string): string => `#!/bin/sh
[ "$1" = compose ] || exit 9
case "$2" in
  stop | up) exit 0 ;;
  exec) exec sh -c "$(printf '%s' "$7" | sed 's,/run/secrets,${folder},')" ;;
  run) shift 6; exec "${process.execPath}" "${BUNDLE}" "$2" ;;
esac
exit 9
`;

const url = process.env.TEST_MYSQL_URL;
const hasClients = findMysqlTool('mariadb') && findMysqlTool('mariadb-dump');

(url && hasClients ? test : test.skip)(
  'the documented backup and restore of the compose file need no root of the database',
  async () => {
    const server = new URL(url ?? '');
    const admin = await createConnection(server.href);
    const [taken] = await admin.query("SHOW DATABASES LIKE 'pushgraph'");
    // Other tests use the server, so it must keep its data.
    if ((taken as unknown[]).length > 0) return admin.end();
    await admin.query('CREATE DATABASE pushgraph CHARACTER SET utf8mb4');
    // Like the image, gives MARIADB_USER all rights on MARIADB_DATABASE.
    await admin.query(`CREATE USER pushgraph@'%' IDENTIFIED BY '${PASSWORD}'`);
    await admin.query("GRANT ALL ON pushgraph.* TO pushgraph@'%'");
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-compose-'));
    try {
      await writeFile(join(folder, 'mysql-password'), PASSWORD);
      const client = `[client]\nhost=${server.hostname}\nport=${server.port}\nprotocol=tcp\n`;
      await writeFile(join(folder, '.my.cnf'), client);
      await writeFile(join(folder, 'docker'), standIn(folder));
      await chmod(join(folder, 'docker'), 0o755);
      const ours = `mysql://pushgraph:${PASSWORD}@${server.host}/pushgraph`;
      const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, DATABASE_URL: ours, MASTER_KEY };
      const sh = (script: string) => run('sh', ['-ec', script], { cwd: folder, env });
      const apps = async (then: (service: ServiceProcess) => Promise<unknown>) => {
        await using service = await ServiceProcess.start({ DATABASE_URL: ours, MASTER_KEY });
        await then(service);
        const { body } = await service.api('GET', '/apps');
        return (body as { apps: { name: string }[] }).apps.map(({ name }) => name);
      };
      const create = (name: string) => (service: ServiceProcess) =>
        service.api('POST', '/apps', { push_provider: 'webpush', name });
      const [backup, restore] = documented();
      expect(await apps(create('before'))).toEqual(['before']);
      await sh(backup);
      expect(await apps(create('after'))).toEqual(['before', 'after']);
      await sh(restore);
      expect(await apps(async () => undefined)).toEqual(['before']);
      expect(await readFile(join(folder, 'before.sql'), 'utf8')).toContain('after');
    } finally {
      await admin.query('DROP DATABASE IF EXISTS pushgraph');
      await admin.query("DROP USER IF EXISTS pushgraph@'%'");
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
