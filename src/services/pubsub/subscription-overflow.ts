/** Ends a subscription whose client reads too slowly, when no event may be skipped. */
export class SubscriptionOverflow extends Error {
  constructor() {
    super('Events arrived faster than this subscription read them; subscribe again.');
    this.name = 'SubscriptionOverflow';
  }
}
