// A sending thread that dies during a batch if it gets a message with one of these titles.
import { parentPort } from 'node:worker_threads';
import type { ToThread } from '../../../src/providers/threads/protocol.js';
import '../../../src/providers/threads/transport-thread.js';

const DEATHS: Readonly<Record<string, () => void>> = {
  'die by an error': () => {
    throw new Error('this thread was told to die');
  },
  'die by exit': () => process.exit(0),
};

/** By then the batch is in flight and has no answer, because the test makes its fake wait longer. */
const DIE_AFTER_MS = 50;

parentPort?.on('message', (message: ToThread) => {
  const title = message.type === 'send' ? message.task.messages[0]?.content.title : undefined;
  const die = DEATHS[title ?? ''];
  if (die !== undefined) setTimeout(die, DIE_AFTER_MS);
});
