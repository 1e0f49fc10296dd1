import type { Config } from '../../config/config.js';
import { parseRedisUrl } from '../../config/redis-url.js';
import { judgeStartError } from '../../describe-start-error.js';

/** Why the store of jobs in MongoDB cannot be used; null: it answers, or the jobs are in the database. */
export const probeJobs = async ({ jobsUrl }: Pick<Config, 'jobsUrl'>): Promise<string | null> => {
  if (jobsUrl === null) return null;
  try {
    const { MongoJobRepository } = await import('../../jobs/mongo-job-repository.js');
    const store = await MongoJobRepository.open({ url: jobsUrl, lockLifetimeMs: 15_000 });
    await store.close();
    return null;
  } catch (error) {
    return judgeStartError(error).line;
  }
};

const REDIS_MS = 3_000;

/** Why the Redis cannot be used; null: it answers, or none is set. */
export const probeRedis = async ({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<string | null> => {
  if (redisUrl === null) return null;
  const { RedisConnection } = await import('../../services/pubsub/redis-connection.js');
  const address = parseRedisUrl(redisUrl);
  let connection: InstanceType<typeof RedisConnection> | null = null;
  const answer = new Promise<string | null>((resolve) => {
    connection = new RedisConnection({ address, onReady: () => resolve(null), onLost: resolve });
    setTimeout(() => resolve('it does not answer'), REDIS_MS).unref();
  });
  return answer.finally(() => connection?.close());
};
