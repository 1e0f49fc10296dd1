import { AppError } from '../../errors.js';

/** For a device that sends no secret, or not its own. */
export const wrongSecret = (): AppError =>
  new AppError('UNAUTHENTICATED', 'Send the device_secret of this device as "Authorization: Bearer <secret>".');
