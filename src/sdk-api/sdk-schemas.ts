import { Type } from 'typebox';

const attributes = {
  language: Type.Optional(Type.String({ description: 'BCP 47 tag' })),
  country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2' })),
  timezone: Type.Optional(Type.String({ description: 'IANA name' })),
  external_user_id: Type.Optional(Type.String()),
  audiences: Type.Optional(Type.Array(Type.String())),
  platform: Type.Optional(Type.String()),
  app_version: Type.Optional(Type.String()),
};

/** Registration, refresh and update alike: which address is wanted depends on the application's provider. */
export const deviceSchema = Type.Object({
  token: Type.Optional(Type.String()),
  subscription_id: Type.Optional(Type.String()),
  subscription: Type.Optional(
    Type.Object({
      endpoint: Type.String(),
      keys: Type.Object({ p256dh: Type.String(), auth: Type.String() }),
    }),
  ),
  ...attributes,
});

export const eventsSchema = Type.Object({
  events: Type.Array(
    Type.Object({
      code: Type.String(),
      id: Type.Optional(Type.String()),
      occurred_at: Type.Optional(Type.String({ description: 'RFC 3339' })),
    }),
  ),
});

export const receiptSchema = Type.Object({
  receipt: Type.String(),
  kind: Type.Enum(['delivered', 'clicked']),
});
