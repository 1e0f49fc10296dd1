import { toBase64url } from '../base64url.js';
import type { CursorOrder } from './cursor.js';

/** A cursor, as `parseCursor` reads it, for lists whose items are no rows: by the numbers of their place in the order. */
export const toPlaceCursor = ({ listing, sort, direction }: CursorOrder, place: readonly number[]): string =>
  toBase64url(JSON.stringify([`${listing}.${sort}.${direction}`, ...place]));
