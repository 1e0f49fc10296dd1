import type { TokenMessage } from 'firebase-admin/messaging';
import type { Content } from '../sender.js';
import { dataOf, type WireMessage } from './build-message.js';

/** The same message as Google's SDK wants it; it turns it back into what buildMessage made. */
export function toSdkMessage(
  { notification, android, apns, webpush }: WireMessage,
  device: { token: string; receipt: string; content: Content },
): TokenMessage {
  const { image } = notification;
  return {
    token: device.token,
    data: { ...dataOf(device.content), receipt: device.receipt },
    notification: { title: notification.title, body: notification.body, ...(image && { imageUrl: image }) },
    android: {
      ttl: Number.parseInt(android.ttl, 10) * 1000,
      priority: android.priority,
      ...(android.collapse_key !== undefined && { collapseKey: android.collapse_key }),
      notification: { tag: android.notification.tag },
    },
    apns: {
      headers: { ...apns.headers },
      payload: { aps: { sound: apns.payload.aps.sound, mutableContent: true } },
      ...(apns.fcm_options && { fcmOptions: { imageUrl: apns.fcm_options.image } }),
    },
    webpush: {
      headers: { ...webpush.headers },
      notification: { ...webpush.notification },
      ...(webpush.fcm_options && { fcmOptions: { link: webpush.fcm_options.link } }),
    },
  };
}
