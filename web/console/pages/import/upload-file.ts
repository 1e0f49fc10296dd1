import { untilSignedInAgain } from '../../session/session.js';
import { CONSOLE_HEADERS, toRefusal } from '../../session/session-api.js';

/**
 * PUTs a file to a path of this service. Not `fetch`, which says nothing of how far an upload is.
 * @param onProgress gets shares from 0 to 1
 * @throws Refusal
 */
export const uploadFile = async (path: string, file: File, onProgress: (share: number) => void): Promise<void> => {
  const answer = await put(path, file, onProgress);
  if (answer.status >= 200 && answer.status < 300) return;
  if (answer.status !== 401) throw toRefusal(parse(answer.responseText), answer.getResponseHeader('retry-after'));
  await untilSignedInAgain();
  return uploadFile(path, file, onProgress);
};

const put = (path: string, file: File, onProgress: (share: number) => void) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new Error('The upload broke off.'));
    request.send(file);
  });

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};
