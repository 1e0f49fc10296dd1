import type { Badge, Button, Passthrough, Sound, StringMap } from './field-values.js';

/**
 * The types of the values that fields hold. Each layer has one table by kind: of columns, rules, schemas or scalars.
 */
export interface FieldValues {
  text: string;
  /** The http or https address of an image. */
  picture: string;
  /** The address that a click opens. */
  link: string;
  /** Days, hours and minutes, such as `1d2h`. */
  delay: string;
  /** One of the field's `choices`. */
  choice: string;
  /** `A-Za-z0-9_-` only. */
  key: string;
  /** `#rrggbb`. */
  color: string;
  flag: boolean;
  /** 0 to 1. */
  share: number;
  map: StringMap;
  sound: Sound;
  badge: Badge;
  buttons: readonly Button[];
  passthrough: Passthrough;
}

export type FieldKind = keyof FieldValues;

/**
 * One field of a message. Tables, rules, REST, GraphQL, run snapshots, copies and sizes iterate over `MESSAGE_FIELDS`, so
 * a new field is one entry, its mapping in each provider, and a migration.
 */
export interface MessageField {
  /** A field of a translation differs by language; a field of a push is the same in every language. */
  readonly level: FieldLevel;
  readonly kind: FieldKind;
  /** A required field is never null. */
  readonly isRequired: boolean;
  /** The maximum number of characters; of a map or passthrough, bytes as JSON; of buttons, how many. */
  readonly maxLength: number;
  /** The values of a `choice`. */
  readonly choices?: readonly string[];
  /** The name of its column, where its own name is a word of SQL. */
  readonly column?: string;
  /** The documentation in REST; null: REST does not have the field. */
  readonly rest: { readonly description: string; readonly examples: readonly string[] } | null;
  /** The descriptions in GraphQL. */
  readonly graph: { readonly input: string; readonly output: string };
}

export type FieldLevel = 'push' | 'translation';

const MAX_ADDRESS = 2_048;
/** Sizes that no field of its kind comes near; the message's own limit is what matters. */
const MAX_DATA_BYTES = 2_048;
const MAX_PASSTHROUGH_BYTES = 16_384;
const PICTURE_EXAMPLES = ['https://cdn.example/a.png'];
const LINK = 'URL that a click opens: http, https or a custom scheme.';

/** One description for input and output. */
const both = (text: string) => ({ input: text, output: text });

/** A field that only the graph, the console and SDKs have. */
const inGraph = <const Field extends Pick<MessageField, 'level' | 'kind' | 'maxLength' | 'choices' | 'column'>>(
  about: string,
  field: Field,
) => ({ ...field, isRequired: false, rest: null, graph: both(about) }) as const;

export const MESSAGE_FIELDS = {
  title: {
    level: 'translation',
    kind: 'text',
    isRequired: true,
    maxLength: 255,
    rest: { description: 'Title.', examples: ['Sale'] },
    graph: { input: 'Title, 1 to 255 characters.', output: 'Title.' },
  },
  text: {
    level: 'translation',
    kind: 'text',
    isRequired: true,
    maxLength: 4_000,
    rest: { description: 'Body text.', examples: ['Half price!'] },
    graph: { input: 'Body text, 1 to 4,000 characters.', output: 'Body text.' },
  },
  image: {
    level: 'translation',
    kind: 'picture',
    isRequired: false,
    maxLength: MAX_ADDRESS,
    rest: { description: 'Image in the body: an absolute http or https URL.', examples: PICTURE_EXAMPLES },
    graph: { input: 'URL of the image in the body.', output: 'URL of the image in the body.' },
  },
  icon: {
    level: 'translation',
    kind: 'picture',
    isRequired: false,
    maxLength: MAX_ADDRESS,
    rest: { description: 'Icon in the preview: an absolute http or https URL.', examples: PICTURE_EXAMPLES },
    graph: { input: 'URL of the icon in the preview.', output: 'URL of the icon in the preview.' },
  },
  link: {
    level: 'translation',
    kind: 'link',
    isRequired: false,
    maxLength: MAX_ADDRESS,
    rest: {
      description: 'An absolute URL: http, https or a custom scheme, but not `javascript:` or `data:`.',
      examples: ['https://shop.example/sale', 'myapp://sale/1'],
    },
    graph: both(LINK),
  },
  subtitle: inGraph('Line between title and text on Apple devices, 1 to 255 characters.', {
    level: 'translation',
    kind: 'text',
    maxLength: 255,
  }),
  buttonLabels: inGraph('Text of each button by its id. A button without a label shows its id.', {
    level: 'translation',
    kind: 'map',
    maxLength: MAX_DATA_BYTES,
  }),
  timeToLive: inGraph(
    'How long the provider keeps trying, `0m` to `28d`. Null: until the message expires in its run.',
    { level: 'push', kind: 'delay', maxLength: 16 },
  ),
  urgency: inGraph('Whether the message may wake a sleeping device. Null: `HIGH`.', {
    level: 'push',
    kind: 'choice',
    choices: ['VERY_LOW', 'LOW', 'NORMAL', 'HIGH'],
    maxLength: 16,
  }),
  collapseKey: inGraph('A later message with this key replaces an earlier one: 1 to 32 of `A-Za-z0-9_-`.', {
    level: 'push',
    kind: 'key',
    maxLength: 32,
  }),
  data: inGraph('Texts by key for the app or page, at most 2,048 bytes as JSON.', {
    level: 'push',
    kind: 'map',
    maxLength: MAX_DATA_BYTES,
  }),
  sound: inGraph('Sound. Null: the default sound.', { level: 'push', kind: 'sound', maxLength: 100 }),
  badge: inGraph("Number on the app's icon. Null leaves it unchanged.", {
    level: 'push',
    kind: 'badge',
    maxLength: 100,
  }),
  group: inGraph('Messages of one group are stacked: the thread on Apple devices, the group on Android.', {
    level: 'push',
    kind: 'text',
    maxLength: 64,
    column: 'thread',
  }),
  channel: inGraph("Android's notification channel, which the app has created.", {
    level: 'push',
    kind: 'text',
    maxLength: 255,
  }),
  iosCategory: inGraph("Apple's category, which the app has registered with its buttons.", {
    level: 'push',
    kind: 'text',
    maxLength: 255,
  }),
  interruption: inGraph('How much the message may interrupt, on Apple devices.', {
    level: 'push',
    kind: 'choice',
    choices: ['PASSIVE', 'ACTIVE', 'TIME_SENSITIVE', 'CRITICAL'],
    maxLength: 16,
  }),
  relevance: inGraph("Rank in Apple's summary, 0 to 1.", { level: 'push', kind: 'share', maxLength: 20 }),
  visibility: inGraph("What Android's lock screen shows.", {
    level: 'push',
    kind: 'choice',
    choices: ['PUBLIC', 'PRIVATE', 'SECRET'],
    maxLength: 16,
  }),
  color: inGraph("Color of Android's icon, `#rrggbb`.", { level: 'push', kind: 'color', maxLength: 7 }),
  requireInteraction: inGraph('In browsers, the message stays until it is clicked or closed.', {
    level: 'push',
    kind: 'flag',
    maxLength: 5,
  }),
  renotify: inGraph('In browsers, a message that replaces another alerts again. Needs a `collapseKey`.', {
    level: 'push',
    kind: 'flag',
    maxLength: 5,
  }),
  buttons: inGraph('Up to 3 buttons; their labels are in the translations.', {
    level: 'push',
    kind: 'buttons',
    maxLength: 3,
  }),
  silent: inGraph('Wakes the app in the background and shows nothing. Web push cannot do this.', {
    level: 'push',
    kind: 'flag',
    maxLength: 5,
  }),
  render: inGraph('Who draws the message on Android: the system, or the app with the library. Null: `SYSTEM`.', {
    level: 'push',
    kind: 'choice',
    choices: ['SYSTEM', 'APP'],
    maxLength: 16,
  }),
  truncate: inGraph('Shortens texts that are too large for a provider, instead of refusing the push.', {
    level: 'push',
    kind: 'flag',
    maxLength: 5,
  }),
  missing: inGraph(
    'Makes the texts Liquid templates, and decides what happens to a message whose device lacks a value. Null: `DEFAULT` if a text has Liquid, else the texts are sent as they are.',
    { level: 'push', kind: 'choice', choices: ['DEFAULT', 'ABORT'], maxLength: 16 },
  ),
  passthrough: inGraph("JSON that is merged into each provider's message last.", {
    level: 'push',
    kind: 'passthrough',
    maxLength: MAX_PASSTHROUGH_BYTES,
  }),
} as const satisfies Record<string, MessageField>;

type Fields = typeof MESSAGE_FIELDS;
export type FieldName = keyof Fields;

/** The value of a field when it is given. */
export type KnownValue<Name extends FieldName> = Fields[Name] extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : FieldValues[Fields[Name]['kind']];

type ValueOf<Name extends FieldName> = Fields[Name]['isRequired'] extends true
  ? KnownValue<Name>
  : KnownValue<Name> | null;

/** The fields of one level. */
export type FieldsOf<Level extends FieldLevel> = {
  readonly [Name in FieldName as Fields[Name]['level'] extends Level ? Name : never]: ValueOf<Name>;
};

/** The fields that REST has. */
export type RestFields = {
  readonly [Name in FieldName as Fields[Name]['rest'] extends null ? never : Name]: ValueOf<Name>;
};

/** A push in one language. */
export type Translation = { readonly language: string } & FieldsOf<'translation'>;

/** The parts of a message that a device shows. */
export type MessageContent = FieldsOf<FieldLevel> & {
  /** The language of the translation, if it is known. */
  readonly language?: string;
};

/** Values as users give them: an optional field may be absent or empty. */
export type GivenFields<Known> = {
  readonly [Name in keyof Known as null extends Known[Name] ? never : Name]: Known[Name];
} & { readonly [Name in keyof Known as null extends Known[Name] ? Name : never]?: Known[Name] | undefined };

/** Fills the fields that a push leaves out. */
export const withDefaults = <Push extends object>(push: Push, defaults: MessageDefaults): Push => ({
  ...defaults,
  ...(Object.fromEntries(Object.entries(push).filter(([, value]) => (value ?? null) !== null)) as Push),
});

export const FIELD_LIST: readonly (MessageField & { readonly name: FieldName })[] = Object.entries(
  MESSAGE_FIELDS as Readonly<Record<string, MessageField>>,
).map(([name, field]) => ({ ...field, name: name as FieldName }));

/** Copies the fields of one level. A value that is absent or empty becomes null. */
export const fieldsOf = <Level extends FieldLevel>(
  level: Level,
  given: GivenFields<FieldsOf<Level>>,
): FieldsOf<Level> => pick(given, (field) => field.level === level) as FieldsOf<Level>;

/** Copies the fields of a translation that REST has. */
export const restFieldsOf = (given: GivenFields<RestFields>): RestFields =>
  pick(given, ({ rest }) => rest !== null) as RestFields;

/** Copies the fields of one level that REST does not have. */
export const hiddenFieldsOf = <Level extends FieldLevel>(level: Level, given: object): Partial<FieldsOf<Level>> =>
  pick(given, (field) => field.level === level && field.rest === null) as Partial<FieldsOf<Level>>;

/** Values of an application for fields that its pushes leave out. */
export type MessageDefaults = Partial<FieldsOf<'push'>>;

/** A push in one language, as users give it. */
export type GivenTranslation = { readonly language: string } & GivenFields<FieldsOf<'translation'>>;

/** Returns the parts of a push in one language that a device shows. */
export const contentOf = (
  push: GivenFields<FieldsOf<'push'>>,
  { language, ...translation }: GivenFields<FieldsOf<'translation'>> & { readonly language?: string },
): MessageContent => ({
  ...fieldsOf('push', push),
  ...fieldsOf('translation', translation),
  ...(language !== undefined && { language }),
});

const pick = (given: object, isWanted: (field: MessageField) => boolean): Record<string, unknown> => {
  const values = given as Readonly<Record<string, unknown>>;
  const picked: Record<string, unknown> = {};
  for (const field of FIELD_LIST) {
    if (!isWanted(field)) continue;
    const value = values[field.name] ?? null;
    picked[field.name] = value === '' && !field.isRequired ? null : value;
  }
  return picked;
};
