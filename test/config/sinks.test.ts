import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../src/errors.js';
import { readConfig } from '../../src/read-config.js';
import { ALL_SINKS } from '../../src/sinks/index.js';
import { readRepositoryFile } from '../support/repository.js';

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
};

describe('a sink URL', () => {
  test.each([
    ['KAFKA_URL', 'kafka://kafka.example'],
    ['KAFKA_URL', 'kafka://a.example:9092,b.example,[2001:db8::1]:9093/?topic=my.topic'],
    ['KAFKA_URL', 'kafkas://user:p%40ss@kafka.example:9092/?sasl=scram-sha-512&topic=t'],
    ['NATS_URL', 'nats://127.0.0.1'],
    ['NATS_URL', 'tls://token@nats.example:4222,other.example/?subject=push.out'],
    ['CLICKHOUSE_URL', 'http://localhost:8123'],
    ['CLICKHOUSE_URL', 'https://user:p%40ss@clickhouse.example/path?table=stats.push'],
  ])('is accepted as %s=%s', (setting, url) => {
    const name = setting.replace('_URL', '').toLowerCase();
    expect(readConfig({ [setting]: url }).sinks).toEqual([{ name, url }]);
  });

  test.each([
    ['KAFKA_URL', 'hunter2', /must be an address such as kafka:/],
    ['KAFKA_URL', 'http://me:hunter2@kafka.example', /must be an address such as kafka:/],
    ['KAFKA_URL', 'kafka://me:hunter2@kafka.example:99999', /must be an address such as kafka:/],
    ['KAFKA_URL', 'kafka://me:hunter2@kafka.example,/', /must be an address such as kafka:/],
    ['KAFKA_URL', 'kafka://me:hunter2@kafka.example/?topik=hunter2', /the parameters are topic, sasl\.$/],
    ['KAFKA_URL', 'kafka://me:hunter2@kafka.example/?topic=hunter2+x', /value of the parameter topic/],
    ['KAFKA_URL', 'kafka://hunter2@kafka.example', /must have a user and a password, or neither/],
    ['KAFKA_URL', 'kafka://me:hunter2%@kafka.example', /write %25 for a percent sign/],
    ['NATS_URL', 'kafka://me:hunter2@nats.example', /must be an address such as nats:/],
    ['NATS_URL', 'nats://me:hunter2@nats.example/?subject=a..b', /value of the parameter subject/],
    ['NATS_URL', 'nats://me:hunter2@nats.example/?subject=push.>', /value of the parameter subject/],
    ['CLICKHOUSE_URL', 'clickhouse://me:hunter2@clickhouse.example', /must be an address such as https:/],
    ['CLICKHOUSE_URL', 'https://me:hunter2@clickhouse.example/?table=events', /database\.table/],
    ['CLICKHOUSE_URL', 'https://me:hunter2@clickhouse.example/?table=a.b;DROP', /database\.table/],
    ['CLICKHOUSE_URL', 'https://me:hunter2@clickhouse.example/?password=hunter2', /the only parameter is table/],
    ['CLICKHOUSE_URL', 'https://me:hunter2%@clickhouse.example', /write %25 for a percent sign/],
  ])('%s=%s stops the start with one line without the secret', (setting, url, problem) => {
    const message = messageOf({ [setting]: url });
    expect(message).toMatch(new RegExp(`^${setting}: \\S`));
    expect(message).toMatch(problem);
    expect(message).not.toMatch(/hunter2|\n/);
  });
});

test('a sink loads its client library only when it is opened', () => {
  for (const { name } of ALL_SINKS) {
    const imports = readRepositoryFile(`src/sinks/${name}.ts`).match(/^import .* from '[^.].*';$/gm) ?? [];
    expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
  }
});

test('docs/sinks.md describes every sink, with its setting and an example', () => {
  const page = readRepositoryFile('docs/sinks.md');
  for (const { title, setting, example } of ALL_SINKS) {
    expect(page).toContain(`## ${title}\n`);
    expect(page).toContain(`${setting}=`);
    expect(page).toContain(example.slice(0, example.indexOf('//')));
  }
});
