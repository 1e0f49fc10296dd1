/** Ends a subscription whose client reads more slowly than events come, where no event may be left out. */
export class SubscriptionOverflow extends Error {
  constructor() {
    super('Events came faster than this subscription read them; subscribe again.');
    this.name = 'SubscriptionOverflow';
  }
}
