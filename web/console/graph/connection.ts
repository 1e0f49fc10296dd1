import { createStore, useStore } from '../store.js';

export interface Connection {
  /** False while the WebSocket or the network is down. */
  readonly isOnline: boolean;
  /** How often the connection has returned. Data read before the last return may be out of date. */
  readonly returns: number;
}

const connection = createStore<Connection>({ isOnline: navigator.onLine, returns: 0 });

export const useConnection = (): Connection => useStore(connection);

const TRY_EVERY_MS = 5_000;
let isWaiting = false;

/** Starts polling the service, because a page may send no other request that notices its return. */
export const connectionLost = (): void => {
  connection.set({ ...connection.get(), isOnline: false });
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(tryAgain, TRY_EVERY_MS);
};

const tryAgain = async (): Promise<void> => {
  isWaiting = false;
  if (connection.get().isOnline) return;
  const isThere = await fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) connectionRestored();
  else connectionLost();
};

export const connectionRestored = (): void => {
  const { isOnline, returns } = connection.get();
  if (!isOnline) connection.set({ isOnline: true, returns: returns + 1 });
};

/** Restarts subscriptions after a new sign-in. */
export const restartSubscriptions = (): void => {
  connection.set({ isOnline: true, returns: connection.get().returns + 1 });
};

window.addEventListener('offline', connectionLost);
window.addEventListener('online', () => void tryAgain());
