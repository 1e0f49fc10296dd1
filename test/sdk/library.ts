import type { ProviderName } from '../../src/providers/sender.js';

/** A word of the script, with what belongs to it. */
export interface Command {
  readonly do: string;
  readonly [argument: string]: unknown;
}

/** A running process of an app. */
export interface Driver {
  /** @returns the library's answer @throws if it has none */
  tell(command: Command): Promise<unknown>;
  /** Ends it at once, without a goodbye. */
  kill(): Promise<void>;
}

/** An app installed on one device. */
export interface Installation extends AsyncDisposable {
  start(): Promise<Driver>;
  /** Forgets everything that the app has stored. */
  reinstall(): Promise<void>;
}

/** A library that runs the script. `token` is a word of a scenario; a library gives it its own kind of address. */
export interface Library {
  readonly name: string;
  readonly provider: ProviderName;
  install(place: { readonly address: string; readonly serviceId: string }): Promise<Installation>;
  /** How a request of `/sdk/v1` names the token. */
  addressOf(token: string): object;
  /** The address that the push service sends to. */
  targetOf(token: string): string;
}
