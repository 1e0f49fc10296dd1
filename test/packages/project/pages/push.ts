import { Pushgraph, type PushgraphOptions } from '@pushgraph/web';

declare const PUSHGRAPH: PushgraphOptions;

export const push = new Pushgraph(PUSHGRAPH);
