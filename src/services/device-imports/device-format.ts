import { extname } from 'node:path';
import { AppError } from '../../errors.js';

export const DEVICE_FORMATS = ['csv', 'jsonl'] as const;
export type DeviceFormat = (typeof DEVICE_FORMATS)[number];

/** @throws BAD_USER_INPUT for a name with an unknown extension. */
export const formatOfFile = (file: string): DeviceFormat => {
  const ending = extname(file).slice(1).toLowerCase();
  const format = DEVICE_FORMATS.find((name) => name === ending);
  if (format) return format;
  throw new AppError('BAD_USER_INPUT', `${file} must end in .csv or .jsonl, depending on its format.`);
};
