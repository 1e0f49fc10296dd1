const LONG = new WeakSet<object>();

/** The request under way there may take longer than others to arrive: who says so sees himself that it ends. */
export const takeLong = (socket: object): void => void LONG.add(socket);

export const takesLong = (socket: object): boolean => LONG.has(socket);
