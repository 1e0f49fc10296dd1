import type { Config } from '../../config/config.js';
import type { Database } from '../../database/database.js';
import type { DatabaseFacts } from '../../services/operations/database-facts.js';

/** A `problem` makes the exit status 1; a `note` may be intended. */
export interface Finding {
  readonly level: 'problem' | 'note';
  readonly what: string;
  /** The advice for the operator. */
  readonly advice: string;
}

export const problem = (what: string, advice: string): Finding => ({ level: 'problem', what, advice });
export const note = (what: string, advice: string): Finding => ({ level: 'note', what, advice });

/** The input of the checks that need an open, migrated database. */
export interface Patient {
  readonly config: Config;
  readonly database: Database;
  readonly facts: DatabaseFacts;
  readonly now: number;
}
