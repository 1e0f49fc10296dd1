import { AppError } from '../../errors.js';

/** The error for a device that sends no secret or a wrong one. */
export const wrongSecret = (): AppError =>
  new AppError('UNAUTHENTICATED', 'Send the device_secret of this device as "Authorization: Bearer <secret>".');
