/** The values of message fields that are more than a text, as they are stored, exported and sent. */

/** Text by key. */
export type StringMap = Readonly<Record<string, string>>;

/** The `name` of a sound that stands for silence. */
export const NO_SOUND = 'NONE';

export interface Sound {
  /** A sound file of the app, `default`, or `NONE`. */
  readonly name: string;
  /** Plays even if the iPhone is muted; Apple grants this to few apps. */
  readonly critical: boolean;
  /** 0 to 1, for critical sounds only; null: full volume. */
  readonly volume: number | null;
}

/** The number on the app's icon. */
export type Badge = { readonly set: number } | { readonly increment: number };

export interface Button {
  /** Names the button to the app and in `buttonLabels`. */
  readonly id: string;
  /** null: the app decides what a click does. */
  readonly link: string | null;
  readonly icon: string | null;
  readonly destructive: boolean;
  /** The button asks for a text. */
  readonly input: boolean;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** JSON that is merged last into the message of a provider. */
export interface Passthrough {
  readonly fcm: JsonObject | null;
  readonly apns: { readonly headers: StringMap | null; readonly payload: JsonObject | null } | null;
  readonly webpush: JsonObject | null;
  readonly onesignal: JsonObject | null;
}
