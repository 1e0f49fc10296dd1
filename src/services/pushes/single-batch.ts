import type { Unrendered } from '../../content/liquid/stops.js';
import type { MessageContext } from '../../content/liquid/template-roots.js';
import type { PushContent, Rendered } from '../../content/push-content.js';
import { type DeviceValues } from '../../entities/device.js';
import { NO_RUN } from '../../entities/run.js';
import type { Message, SendBatch } from '../../providers/sender.js';

/** A message for one device, as tests send it and previews show it. */
export interface SingleMessage extends Omit<Message, 'content' | 'slots'> {
  readonly push: PushContent;
  readonly shown: RenderedMessage;
  /** The time to live of a message without one of its own. */
  readonly secondsLeft: number;
}

/** A push as one device sees it. */
export interface RenderedMessage extends Rendered {
  /** The device's own values; absent: every device sees the same. */
  readonly slots?: readonly string[];
  /** Why a run would not send the message; absent: it would. */
  readonly unrendered?: Unrendered;
}

/** Renders a message outside any run. @param app of the device. */
export const showTo = (
  push: PushContent,
  device: DeviceValues,
  app: { readonly id: number; readonly name: string; readonly userId: number },
): RenderedMessage => {
  const about: MessageContext = { app, run: { id: NO_RUN, name: null, userId: app.userId }, event: null };
  const slots = push.slotsOf(device, about);
  const rendered = push.render(device);
  if (slots === null) return rendered;
  return 'code' in slots ? { ...rendered, unrendered: slots } : { ...rendered, slots };
};

export const toSingleBatch = ({
  push,
  shown: { content, slots },
  secondsLeft,
  ...message
}: SingleMessage): Omit<SendBatch, 'app' | 'signal'> => ({
  messages: [{ ...message, content, ...(slots && { slots }) }],
  // In a run, all messages of a push share an id. A single message uses its own.
  sharedId: message.id,
  ...push.deliveryOptions(secondsLeft),
});

/** Stands for the id of a message that is not sent. */
export const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';
