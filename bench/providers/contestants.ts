import { IDS_PER_CALL, type OpenContestant } from './contestant.js';

/** Each is loaded only in the process that runs it, so that no library slows down another. */
export const CONTESTANTS = {
  ours: async () => (await import('./contestants/ours.js')).openOurs(),
  'ours-single-calls': async () => (await import('./contestants/ours.js')).openOurs({ eachDiffers: true }),
  'bare-http2': async () => (await import('./contestants/bare-http2.js')).openBareHttp2,
  'bare client': async () => (await import('./contestants/bare-http2.js')).openBareClient,
  'bare-undici': async () => (await import('./contestants/bare-http1.js')).openBareHttp1(1),
  'bare-undici-2000': async () => (await import('./contestants/bare-http1.js')).openBareHttp1(IDS_PER_CALL),
  encryption: async () => (await import('./contestants/bare-http1.js')).openEncryption,
  'node-apn': async () => (await import('./contestants/libraries.js')).openNodeApn,
  'web-push': async () => (await import('./contestants/libraries.js')).openWebPush,
  'web-push-tuned': async () => (await import('./contestants/libraries.js')).openTunedWebPush,
  'firebase-admin': async () => (await import('./contestants/firebase-admin.js')).openFirebaseAdmin,
} satisfies Readonly<Record<string, () => Promise<OpenContestant>>>;

export type ContestantName = keyof typeof CONTESTANTS;
