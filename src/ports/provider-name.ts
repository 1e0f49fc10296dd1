/**
 * What the credentials of each provider are, by its name. A provider adds itself in its own folder (`declare module`), so
 * that those below the providers know the names, and nobody keeps a second list of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is empty until the providers fill it
export interface ProviderCredentials {}

/** In the database, in REST and in the metrics (docs/rules.md#providers). */
export type ProviderName = keyof ProviderCredentials;
