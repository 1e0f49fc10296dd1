import { sendFile } from '../../session/send-file.js';
import { createStore, useStore } from '../../store.js';

interface Upload {
  readonly importId: string;
  readonly path: string;
  readonly file: File;
  /** Receives a share from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The progress of this tab's uploads, by import. The service knows a file only after its upload. */
const uploads = createStore<ReadonlyMap<string, number>>(new Map());

/** Null if this tab does not upload the file of the import. */
export const useUploadShare = (importId: string): number | null => useStore(uploads).get(importId) ?? null;

/** @throws Refusal */
export const uploadFile = async ({ importId, path, file, onProgress }: Upload): Promise<void> => {
  const note = (share: number): void => uploads.set(new Map(uploads.get()).set(importId, share));
  note(0);
  try {
    await sendFile({
      method: 'PUT',
      path,
      file,
      onProgress: (share) => {
        note(share);
        onProgress(share);
      },
    });
  } finally {
    uploads.set(new Map([...uploads.get()].filter(([id]) => id !== importId)));
  }
};
