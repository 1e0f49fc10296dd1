import type { GraphUser, Json } from './graph-app.js';

/** A subscription without a real browser. */
export const browser = (seed: string, index: number): Json => ({
  subscription: {
    endpoint: `https://push.example.com/${seed}/${index}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

/** Registers new devices of a webpush application, with these attributes; returns their global ids. */
export const registerBrowsers = async (user: GraphUser, appId: string, attributes: Json[]): Promise<string[]> => {
  const seed = crypto.randomUUID();
  const { registerDevices } = await user.data(
    `mutation ($app: ID!, $devices: [DeviceInput!]!) { registerDevices(appId: $app, devices: $devices) {
       results { deviceId userErrors { field message } } userErrors { message } } }`,
    { app: appId, devices: attributes.map((given, index) => ({ ...browser(seed, index), ...given })) },
  );
  return registerDevices.results.map(({ deviceId }: Json) => deviceId);
};
