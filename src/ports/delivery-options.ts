/** How a provider delivers the messages of a push. */
export interface DeliveryOptions {
  /** Whole seconds that the provider may keep a message; at least 0. */
  readonly ttlSeconds: number;
  /** RFC 8030, 5.3. */
  readonly urgency: 'very-low' | 'low' | 'normal' | 'high';
  /** Notifications with the same key replace each other on the device. */
  readonly collapseKey: string | null;
}
