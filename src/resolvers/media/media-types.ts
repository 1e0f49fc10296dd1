import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Media } from '../../entities/media.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `media`. */
@ObjectType('Media', {
  implements: Node,
  simpleResolvers: true,
  description: 'An uploaded image. Upload one with `POST /media`.',
})
export class MediaType {
  @Field(() => String, { description: 'Name of the uploaded file.' })
  readonly name!: string;

  @Field(() => String, {
    description: 'Media type by the content: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.',
  })
  readonly type!: string;

  @Field(() => Int, { description: 'Size in bytes, without the metadata that was removed.' })
  readonly bytes!: number;

  @Field(() => Int, { description: 'Width in pixels.' })
  readonly width!: number;

  @Field(() => Int, { description: 'Height in pixels.' })
  readonly height!: number;

  @Field(() => DateTimeScalar, { description: 'When the image was first uploaded.' })
  readonly createdAt!: Date;
}

@ObjectType('MediaUsage', { description: 'The images of an account, and its limits.', simpleResolvers: true })
export class MediaTotals {
  @Field(() => Int, { description: 'Number of images.' })
  readonly count!: number;

  @Field(() => Int, { description: 'Maximum number of images.' })
  readonly maxCount!: number;

  @Field(() => Float, { description: 'Size of all images in bytes.' })
  readonly bytes!: number;

  @Field(() => Float, { description: 'Maximum size of all images in bytes (`MEDIA_QUOTA_BYTES`).' })
  readonly maxBytes!: number;

  @Field(() => Int, { description: 'Maximum size of one image in bytes (`MEDIA_MAX_BYTES`).' })
  readonly maxFileBytes!: number;
}

export const mediaListing = defineListing({
  name: 'media',
  noun: 'Media',
  plural: 'images',
  type: () => MediaType,
  entity: Media,
  table: 'media',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    NAME: BY_NAME,
    CREATED_AT: BY_CREATION,
    BYTES: { by: [number('bytes')], description: 'Size.' },
  },
  where: { nameContains: partOf('name', 'Part of the name of the file. ASCII letters match in either case.') },
});
