import { readFileSync } from 'node:fs';

export interface RelayConfig {
  readonly src: string;
  readonly schema: string;
  readonly customScalarTypes: Readonly<Record<string, string>>;
}

/** The `relay.config.json` from docs/clients.md. */
export const readRelayConfig = (): RelayConfig => {
  const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  const block = page.split('```json\n').find((part) => part.includes('"customScalarTypes"'));
  return JSON.parse(block?.split('```')[0] ?? '');
};
