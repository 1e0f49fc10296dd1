import { untilSignedInAgain } from '../../session/session.js';
import { CONSOLE_HEADERS, toRefusal } from '../../session/session-api.js';
import { createStore, useStore } from '../../store.js';

interface Upload {
  readonly importId: string;
  /** Of this service. */
  readonly path: string;
  readonly file: File;
  /** Gets shares from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** How far the files are that this tab sends, by import: the service itself tells nobody before a file is there. */
const uploads = createStore<ReadonlyMap<string, number>>(new Map());

/** null: this tab sends no file of the import. */
export const useUploadShare = (importId: string): number | null => useStore(uploads).get(importId) ?? null;

/**
 * PUTs a file. Not `fetch`, which says nothing of how far an upload is.
 * @throws Refusal
 */
export const uploadFile = async (upload: Upload): Promise<void> => {
  const note = (share: number): void => uploads.set(new Map(uploads.get()).set(upload.importId, share));
  note(0);
  try {
    await send({
      ...upload,
      onProgress: (share) => {
        note(share);
        upload.onProgress(share);
      },
    });
  } finally {
    uploads.set(new Map([...uploads.get()].filter(([id]) => id !== upload.importId)));
  }
};

const send = async (upload: Upload): Promise<void> => {
  const answer = await put(upload);
  if (answer.status >= 200 && answer.status < 300) return;
  if (answer.status !== 401) throw toRefusal(parse(answer.responseText), answer.getResponseHeader('retry-after'));
  await untilSignedInAgain();
  return send(upload);
};

const put = ({ path, file, onProgress }: Upload) =>
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
