import { SERVICES } from './global-setup.mjs';

export default async () => {
  await globalThis[SERVICES]?.[Symbol.asyncDispose]();
};
