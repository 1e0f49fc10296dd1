import type { AudienceFilter } from '../compile-audience.js';
import { isIn } from '../condition.js';

/** Lists this long are looked up through their own index first (`DeviceSelection.externalDeviceIds`); then the page names its ids. */
export const MAX_INLINE_EXTERNAL_IDS = 500;

export const externalIdFilter: AudienceFilter = ({ externalIds }) =>
  externalIds === null || externalIds.length > MAX_INLINE_EXTERNAL_IDS ? null : isIn('d.external_user_id', externalIds);
