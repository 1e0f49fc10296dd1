import type { FastifyRequest } from 'fastify';
import { badInput } from '../errors.js';
import type { SignedAccess } from '../services/device-imports/import-file-service.js';

/** The signature in an address that needs no key. @throws BAD_USER_INPUT for an address that is cut off. */
export const readSignedAccess = ({ query }: FastifyRequest): SignedAccess => {
  const { expires, holder, signature } = query as Readonly<Record<string, unknown>>;
  const isWhole =
    typeof expires === 'string' &&
    /^\d{1,15}$/.test(expires) &&
    typeof holder === 'string' &&
    holder.length <= 32 &&
    typeof signature === 'string' &&
    signature.length <= 64;
  if (isWhole) return { expires: Number(expires), holder, signature };
  throw badInput('signature', 'The address is incomplete; copy the whole address from the graph.');
};
