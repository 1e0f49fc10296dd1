import { type Static, Type } from 'typebox';
import { SCHEDULER_SEGMENTS } from '../scheduler-segment.js';
import { Id, Ids, nullable, Pagination } from './common-schemas.js';

const translation = { language: Type.String(), title: Type.String(), text: Type.String() };

export const PushBody = Type.Object({
  default_lang: Type.String(),
  translations: Type.Array(
    Type.Object({
      ...translation,
      image: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      link: Type.Optional(Type.String()),
    }),
    { maxItems: 10_000 },
  ),
});
export type PushBody = Static<typeof PushBody>;

export const PushCreatedAnswer = Type.Object({
  id: Id,
  translations: Type.Record(Type.String(), Id, { description: 'The id of each translation, by its language.' }),
});

export const PushAnswer = Type.Object({
  id: Id,
  default_lang: Type.String(),
  status: Type.Integer({ description: '0 deactivated, 1 active.' }),
  archived: Type.Boolean(),
  sched_id: nullable(Id),
  sched_type: nullable(Type.Enum([...SCHEDULER_SEGMENTS])),
  translations: Type.Array(
    Type.Object({
      ...translation,
      image: nullable(Type.String()),
      icon: nullable(Type.String()),
      link: nullable(Type.String()),
    }),
  ),
});
export type PushAnswer = Static<typeof PushAnswer>;

export const BindBody = Type.Object({ push_ids: Ids });

export const PushListQuery = Type.Object({
  archived: Type.Optional(Type.Boolean({ description: 'Absent: archived ones and others.' })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  after_cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the answer before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
});
export type PushListQuery = Static<typeof PushListQuery>;

export const PushListAnswer = Type.Union([
  Type.Object({ pushes: Type.Array(PushAnswer), pagination: Pagination }),
  Type.Object({ pushes: Type.Array(PushAnswer), next_cursor: nullable(Type.String()), has_more: Type.Boolean() }),
]);
