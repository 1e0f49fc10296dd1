import type { ProviderName } from '../../src/providers/sender.js';

/** A command of the script with its arguments. */
export interface Command {
  readonly do: string;
  readonly [argument: string]: unknown;
}

/** A running process of an app. */
export interface Driver {
  /** @returns the library's answer @throws if it has none */
  tell(command: Command): Promise<unknown>;
  /** Kills it at once. */
  kill(): Promise<void>;
}

/** An app installed on one device. */
export interface Installation extends AsyncDisposable {
  start(): Promise<Driver>;
  /** Deletes everything that the app has stored. */
  reinstall(): Promise<void>;
}

/** A library that runs the script. It turns `token`, a name from a scenario, into its own kind of address. */
export interface Library {
  readonly name: string;
  readonly provider: ProviderName;
  install(place: { readonly address: string; readonly serviceId: string }): Promise<Installation>;
  /** The token in a request to `/sdk/v1`. */
  addressOf(token: string): object;
  /** The address to which the push service sends. */
  targetOf(token: string): string;
}
