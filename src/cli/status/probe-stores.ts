import type { Config } from '../../config/config.js';
import { parseRedisUrl } from '../../config/redis-url.js';
import { judgeStartError } from '../../describe-start-error.js';

/** Returns why the MongoDB job store cannot be used; null if it answers or the jobs are in the database. */
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

/** No image has this hash. */
const NO_IMAGE = '0'.repeat(64);

/** Returns why the store of images cannot be read; null if it answers. A folder that does not exist yet is fine. */
export const probeMedia = async ({ media }: Pick<Config, 'media'>): Promise<string | null> => {
  const { openMediaStore } = await import('../../services/media/open-media-store.js');
  try {
    (await openMediaStore(media).read(NO_IMAGE))?.destroy();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const REDIS_MS = 3_000;

/** Returns why Redis cannot be used; null if it answers or is not configured. */
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
