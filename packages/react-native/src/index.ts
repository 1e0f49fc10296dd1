import NativePushgraph from './NativePushgraph.js';
import { Pushgraph } from './pushgraph.js';

export type * from './pushgraph.js';

/** The device of this app. */
export const push = new Pushgraph(NativePushgraph);
