import { hash } from 'node:crypto';

/** Names a user, a device without one, or an application in tables that must hold no id of a person. */
export const subjectHash = (
  userId: number,
  subject: { readonly user: string } | { readonly device: number } | { readonly app: number; readonly shard: number },
): string => hash('sha256', `${userId}.${JSON.stringify(subject)}`, 'base64url').slice(0, 22);
