import { untilSignedInAgain } from './session.js';
import { CONSOLE_HEADERS, toRefusal } from './session-api.js';

interface SentFile {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly file: File;
  /** Receives a share from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a file as the body of a request, and returns the parsed answer. Uses XMLHttpRequest, because `fetch` reports no
 * progress. @throws Refusal
 */
export const sendFile = async (sent: SentFile): Promise<unknown> => {
  const answer = await request(sent);
  if (answer.status >= 200 && answer.status < 300) return parse(answer.responseText);
  if (answer.status !== 401) throw toRefusal(parse(answer.responseText), answer.getResponseHeader('retry-after'));
  await untilSignedInAgain();
  return sendFile(sent);
};

const request = ({ method, path, file, onProgress, signal }: SentFile) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(method, path);
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) sending.setRequestHeader(name, value);
    sending.setRequestHeader('content-type', 'application/octet-stream');
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    sending.onload = () => resolve(sending);
    sending.onerror = () => reject(new Error('The upload was interrupted.'));
    sending.onabort = () => reject(new Error('The upload was cancelled.'));
    signal?.addEventListener('abort', () => sending.abort());
    sending.send(file);
  });

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};
