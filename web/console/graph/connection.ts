import { createStore, useStore } from '../store.js';

export interface Connection {
  /** False while the WebSocket, or the network, is lost. */
  readonly isOnline: boolean;
  /** How often it has come back: what was read before that may be out of date. */
  readonly returns: number;
}

const connection = createStore<Connection>({ isOnline: navigator.onLine, returns: 0 });

export const useConnection = (): Connection => useStore(connection);

const TRY_EVERY_MS = 5_000;
let isWaiting = false;

/** From now on the service is asked again and again whether it is there: a page may have nothing else to ask. */
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
  if (isThere) connectionIsBack();
  else connectionLost();
};

export const connectionIsBack = (): void => {
  const { isOnline, returns } = connection.get();
  if (!isOnline) connection.set({ isOnline: true, returns: returns + 1 });
};

/** After a new sign-in: subscriptions that were ended begin anew. */
export const connectionBeganAnew = (): void => {
  connection.set({ isOnline: true, returns: connection.get().returns + 1 });
};

window.addEventListener('offline', connectionLost);
window.addEventListener('online', () => void tryAgain());
