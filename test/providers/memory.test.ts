import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { compiledThread } from '../support/threads/compiled-thread.js';

const PROGRAM = fileURLToPath(compiledThread('test/support/memory/send-many.js'));
const [EARLY, LATE] = [5_000, 25_000];
/** The limit in bytes per message. A token takes about 80, a message with its answer more than 1,000. */
const BYTES_FOR_EACH = 100;

describe('memory', () => {
  test.each(['provider_a', 'provider_b', 'provider_c'])(
    '%s keeps none of its sent messages in memory',
    async (provider) => {
      const args = ['--expose-gc', PROGRAM, provider, `${EARLY},${LATE}`];
      const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 280_000 });

      const { heaps } = JSON.parse(stdout) as { heaps: [number, number] };

      expect((heaps[1] - heaps[0]) / (LATE - EARLY)).toBeLessThan(BYTES_FOR_EACH);
    },
  );
});
