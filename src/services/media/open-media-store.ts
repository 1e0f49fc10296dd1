import type { MediaConfig } from '../../config/media-url.js';
import { BucketStore } from './bucket-store.js';
import { FolderStore } from './folder-store.js';
import type { MediaStore } from './media-store.js';

/** The store that `MEDIA_URL` names. */
export const openMediaStore = ({ store }: Pick<MediaConfig, 'store'>): MediaStore =>
  store.kind === 'folder' ? new FolderStore(store.path) : new BucketStore(store);
