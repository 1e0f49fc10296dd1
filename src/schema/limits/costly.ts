import { Extensions } from 'type-graphql';

/**
 * Marks a field that takes more work than its values show: it costs so much more each time, and where it takes `first`,
 * so much for each of them.
 */
export const Costly = (cost: number): ReturnType<typeof Extensions> => Extensions({ cost });
