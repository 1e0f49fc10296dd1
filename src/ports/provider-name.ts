/**
 * The credentials of each provider, by its name. A provider adds itself in its own folder (`declare module`), so that
 * lower layers know the names without a second list.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is empty until the providers fill it
export interface ProviderCredentials {}

/** The names in the database, in REST and in the metrics (docs/rules.md#providers). */
export type ProviderName = keyof ProviderCredentials;
