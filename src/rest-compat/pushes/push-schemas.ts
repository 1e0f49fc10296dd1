import { type Static, Type } from 'typebox';
import { Id, nullable, Pagination } from '../common-schemas.js';
import { SCHEDULER_SEGMENTS } from '../schedulers/scheduler-kinds.js';

const LanguageCode = Type.String({
  minLength: 2,
  maxLength: 2,
  description: '2-character language code (BCP 47).',
  examples: ['en', 'de'],
});
const Link = Type.String({
  maxLength: 2048,
  description: "An absolute URL, http, https or an application's own scheme; never `javascript:` or `data:`.",
  examples: ['https://shop.example/sale', 'myapp://sale/1'],
});
const picture = (description: string) =>
  Type.String({ maxLength: 2048, description, examples: ['https://cdn.example/a.png'] });

const TranslationInput = Type.Object(
  {
    language: LanguageCode,
    title: Type.String({ minLength: 1, maxLength: 255, description: 'Short text at the head.', examples: ['Sale'] }),
    text: Type.String({ minLength: 1, maxLength: 4_000, description: 'The longer text.', examples: ['Half price!'] }),
    image: Type.Optional(picture('Shown in the body; an absolute http or https URL.')),
    icon: Type.Optional(picture('Shown in the preview; an absolute http or https URL.')),
    link: Type.Optional(Link),
  },
  { title: 'TranslationInput' },
);

export const PushBody = Type.Object(
  {
    default_lang: LanguageCode,
    translations: Type.Array(TranslationInput, {
      minItems: 1,
      maxItems: 10_000,
      description: 'One for `default_lang` among them; no language twice.',
    }),
  },
  { title: 'PushInput' },
);
export type PushBody = Static<typeof PushBody>;

export const PushCreatedAnswer = Type.Object({
  id: Id,
  translations: Type.Record(Type.String(), Id, { description: 'The id of each translation, by its language.' }),
});

const Translation = Type.Object(
  {
    language: Type.String(),
    title: Type.String(),
    text: Type.String(),
    image: nullable(Type.String()),
    icon: nullable(Type.String()),
    link: nullable(Type.String()),
  },
  { title: 'Translation' },
);

export const PushAnswer = Type.Object(
  {
    id: Id,
    default_lang: Type.String(),
    status: Type.Integer({ minimum: 0, maximum: 1, description: '0 deactivated, 1 active.' }),
    archived: Type.Boolean(),
    sched_id: nullable(Id),
    sched_type: nullable(Type.Enum([...SCHEDULER_SEGMENTS])),
    translations: Type.Array(Translation),
  },
  { title: 'Push' },
);
export type PushAnswer = Static<typeof PushAnswer>;

export const BindBody = Type.Object(
  {
    push_ids: Type.Array(Id, {
      maxItems: 10_000,
      description: 'In the order of sending; none to unbind all. Null is refused.',
    }),
  },
  { title: 'PushBinding' },
);

export const PushListQuery = Type.Object({
  archived: Type.Optional(Type.Boolean({ description: 'Absent: archived ones and others.' })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Page style; default 1.' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Page style; default 20.' })),
  after_cursor: Type.Optional(
    Type.String({ description: 'Cursor style: the `next_cursor` of the answer before. Ignored in page style.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Cursor style; default 20.' })),
});
export type PushListQuery = Static<typeof PushListQuery>;

export const PushListAnswer = Type.Union([
  Type.Object(
    { pushes: Type.Array(PushAnswer), pagination: Pagination },
    { title: 'PushPage', description: 'Page style, the default.' },
  ),
  Type.Object(
    { pushes: Type.Array(PushAnswer), next_cursor: nullable(Type.String()), has_more: Type.Boolean() },
    { title: 'PushSlice', description: 'Cursor style: `limit` or `after_cursor` without `page` and `per_page`.' },
  ),
]);
