import { createStore, useStore } from '../store.js';

export interface Connection {
  /** False while the WebSocket, or the network, is lost. */
  readonly isOnline: boolean;
  /** How often it has come back: what was read before that may be out of date. */
  readonly returns: number;
}

const connection = createStore<Connection>({ isOnline: navigator.onLine, returns: 0 });

export const useConnection = (): Connection => useStore(connection);

export const connectionLost = (): void => connection.set({ ...connection.get(), isOnline: false });

export const connectionIsBack = (): void => {
  const { isOnline, returns } = connection.get();
  if (!isOnline) connection.set({ isOnline: true, returns: returns + 1 });
};

/** After a new sign-in: subscriptions that were ended begin anew. */
export const connectionBeganAnew = (): void => {
  connection.set({ isOnline: true, returns: connection.get().returns + 1 });
};
