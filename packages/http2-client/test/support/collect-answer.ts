import type { AnswerHeaders, StreamClose, StreamListener } from '../../src/index.js';

export interface Collected {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string;
  readonly end: StreamClose;
}

/** The answer to a request and how it ended. Fails if it ends twice. */
export const collectAnswer = (send: (listener: StreamListener) => number | null): Promise<Collected> =>
  new Promise((resolve, reject) => {
    let status = 0;
    let headers: AnswerHeaders = {};
    const chunks: Buffer[] = [];
    let ends = 0;
    const id = send({
      onHeaders: (...answer) => {
        [status, headers] = answer;
      },
      onData: (bytes) => void chunks.push(Buffer.from(bytes)),
      onClose: (end) => {
        ends += 1;
        if (ends > 1) throw new Error('Ended twice.');
        resolve({ status, headers, body: Buffer.concat(chunks).toString(), end });
      },
    });
    if (id === null) reject(new Error('Not sent.'));
  });
