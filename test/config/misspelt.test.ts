import { expect, test } from '@jest/globals';
import { readConfig, settingNames } from '../../src/read-config.js';

const misspelt = (...names: string[]) => readConfig(Object.fromEntries(names.map((name) => [name, '1']))).misspelt;

test.each([
  ['CHEKPOINT_SIZE', 'CHECKPOINT_SIZE'],
  ['CHECKPOINTSIZE', 'CHECKPOINT_SIZE'],
  ['BATCH_SIZES', 'BATCH_SIZE'],
  ['CONCURENCY', 'CONCURRENCY'],
  ['MASTER_KYE', 'MASTER_KEY'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['OUTBOUND_ALLOW_PRIVAT', 'OUTBOUND_ALLOW_PRIVATE'],
  ['SDK_APP_EVENT_PER_MINUTE', 'SDK_APP_EVENTS_PER_MINUTE'],
  ['lease_ms', 'LEASE_MS'],
])('%s is recognised as %s', (name, meant) => {
  expect(misspelt(name)).toEqual([{ name, meant }]);
});

test('an ordinary environment contains no near miss', () => {
  const ordinary = [
    ...['HOME', 'HOSTNAME', 'USER', 'SHELL', 'TERM', 'PATH', 'PWD', 'LANG', 'LC_ALL', 'MAIL', 'LOGNAME', 'SHLVL'],
    ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_VERSION', 'YARN_VERSION', 'NODE_EXTRA_CA_CERTS', 'SQLITE_TMPDIR', 'TZ'],
    ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_PORT_443_TCP_PORT', 'MYSQL_SERVICE_PORT', 'REDIS_PORT', 'REDIS_HOST'],
    ...[
      'MYSQL_DATABASE',
      'MYSQL_PASSWORD',
      'DATABASE_HOST',
      'DATABASE_PORT',
      'DB_URL',
      'MONGO_URL',
      'API_KEY',
      'ROLES',
    ],
    ...['INVOCATION_ID', 'JOURNAL_STREAM', 'STATE_DIRECTORY', 'SYSTEMD_EXEC_PID', 'LISTEN_FDS', 'NOTIFY_SOCKET'],
    ...[
      'npm_config_loglevel',
      'npm_package_name',
      'npm_lifecycle_event',
      'INIT_CWD',
      'COMPOSE_PROFILES',
      'CI',
      'DEBUG',
    ],
    ...['OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_TRACES_SAMPLER'],
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR', 'PUSHGRAPH_IMAGE', 'GIT_COMMIT'],
  ];
  expect(misspelt(...ordinary)).toEqual([]);
});

test('no setting is mistaken for another', () => {
  const names = [...settingNames()];
  expect(names.length).toBeGreaterThan(50);
  expect(readConfig(Object.fromEntries(names.map((name) => [name, '']))).misspelt).toEqual([]);
});
