import { untilSignedInAgain } from '../../session/session.js';
import { CONSOLE_HEADERS } from '../../session/session-api.js';

/** Refused, in the words of the service; null where it said nothing, or the network failed. */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed';

  constructor(readonly reason: string | null) {
    super(reason ?? 'The upload failed.');
  }
}

/**
 * PUTs a file to a path of this service. Not `fetch`, which says nothing of how far an upload is.
 * @param onProgress gets shares from 0 to 1
 */
export const uploadFile = async (path: string, file: File, onProgress: (share: number) => void): Promise<void> => {
  const { status, body } = await put(path, file, onProgress);
  if (status >= 200 && status < 300) return;
  if (status !== 401) throw new UploadFailed(reasonOf(body));
  await untilSignedInAgain();
  return uploadFile(path, file, onProgress);
};

const put = (path: string, file: File, onProgress: (share: number) => void) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve({ status: request.status, body: request.responseText });
    request.onerror = () => reject(new UploadFailed(null));
    request.send(file);
  });

const reasonOf = (body: string): string | null => {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
};
