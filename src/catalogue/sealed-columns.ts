import { credentialsContext } from './credential-vault.js';
import { identityContext } from './identity-vault.js';

export interface SealedColumn {
  readonly table: string;
  /** Holds null or what `Keyring.seal` made. */
  readonly column: string;
  /** Of the row with this id: see `Keyring.seal`. */
  context(id: number): string;
}

/** Everything in the database that the master key opens: a change of the key has to reach each of them. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'app', column: 'credentials', context: credentialsContext },
  { table: 'app', column: 'identity_secrets', context: identityContext },
];
