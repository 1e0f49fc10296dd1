import { type Static, Type } from 'typebox';
import { FIELD_LIST, type GivenFields, type MessageField, type RestFields } from '../../ports/message-fields.js';
import { Id, nullable, Pagination } from '../common-schemas.js';
import { SCHEDULER_SEGMENTS } from '../schedulers/scheduler-kinds.js';

const LanguageCode = Type.String({
  minLength: 2,
  maxLength: 2,
  description: '2-letter language code (BCP 47).',
  examples: ['en', 'de'],
});

const REST_FIELDS = FIELD_LIST.flatMap((field) => (field.rest ? [{ ...field, rest: field.rest }] : []));

const toInput = ({ isRequired, maxLength, rest: { description, examples } }: (typeof REST_FIELDS)[number]) => {
  const words = { description, examples: [...examples] };
  if (isRequired) return Type.String({ minLength: 1, maxLength, ...words });
  return Type.Optional(Type.String({ maxLength, ...words }));
};

const toOutput = ({ isRequired }: MessageField) => (isRequired ? Type.String() : nullable(Type.String()));

const fieldsBy = <Schema>(toSchema: (field: (typeof REST_FIELDS)[number]) => Schema) =>
  Object.fromEntries(REST_FIELDS.map((field) => [field.name, toSchema(field)]));

const TranslationInput = Type.Unsafe<{ language: string } & GivenFields<RestFields>>(
  Type.Object({ language: LanguageCode, ...fieldsBy(toInput) }, { title: 'TranslationInput' }),
);

export const PushBody = Type.Object(
  {
    default_lang: LanguageCode,
    translations: Type.Array(TranslationInput, {
      minItems: 1,
      maxItems: 10_000,
      description: 'Must include `default_lang`; each language at most once.',
    }),
  },
  { title: 'PushInput' },
);
export type PushBody = Static<typeof PushBody>;

export const PushCreatedAnswer = Type.Object({
  id: Id,
  translations: Type.Record(Type.String(), Id, { description: 'Ids of the translations by language.' }),
});

const Translation = Type.Unsafe<{ language: string } & RestFields>(
  Type.Object({ language: Type.String(), ...fieldsBy(toOutput) }, { title: 'Translation' }),
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
      description: 'Ids of the pushes in the order of sending. An empty list unbinds all pushes; null is refused.',
    }),
  },
  { title: 'PushBinding' },
);

export const PushListQuery = Type.Object({
  archived: Type.Optional(
    Type.Boolean({ description: 'true: only archived pushes; false: only the others; omitted: both.' }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Page number in page style; 1 if omitted.' }),
  ),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'Entries per page in page style; 20 if omitted.' }),
  ),
  after_cursor: Type.Optional(
    Type.String({ description: '`next_cursor` of the previous response in cursor style. Ignored in page style.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Maximum number of entries in cursor style; 20 if omitted.',
    }),
  ),
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
