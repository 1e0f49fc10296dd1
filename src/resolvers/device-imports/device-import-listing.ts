import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { DeviceImport, type ImportFormat, type ImportStatus } from '../../entities/device-import.js';
import { toIds } from '../../schema/global-id.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { ImportFormatEnum, ImportStatusEnum } from './device-import-types.js';

export const DeviceImportSortEnum = { ID: 'ID', FILE_NAME: 'FILE_NAME', CREATED_AT: 'CREATED_AT' } as const;
type DeviceImportSort = keyof typeof DeviceImportSortEnum;

registerEnumType(DeviceImportSortEnum, {
  name: 'DeviceImportSort',
  description: 'What imports can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were made.' },
    FILE_NAME: { description: 'The name of the file.' },
    CREATED_AT: { description: 'When it was made.' },
  },
});

export const deviceImportListing: Listing<DeviceImport, DeviceImportSort> = {
  name: 'deviceImport',
  entity: DeviceImport,
  table: 'device_import',
  key: [number('id')],
  sorts: { ID: [], FILE_NAME: [text('file_name')], CREATED_AT: [number('created_at')] },
};

@InputType({ description: 'Which imports; all conditions must hold.' })
export class DeviceImportWhereInput {
  @Field(() => [ID], { nullable: true, description: 'Of one of these applications.' })
  appIds?: string[] | null;

  @Field(() => [ImportStatusEnum], { nullable: true, description: 'With one of these statuses.' })
  status?: ImportStatus[] | null;

  @Field(() => [ImportFormatEnum], { nullable: true, description: 'Of one of these formats.' })
  format?: ImportFormat[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name of the file, without regard to the case of ASCII letters.',
  })
  fileNameContains?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Made at this moment or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Made before this moment.' })
  createdBefore?: Date | null;

  /** @throws BAD_USER_INPUT for an id that is not an application's. */
  static toConditions(where: DeviceImportWhereInput | null | undefined): Condition[] {
    return conditions(
      isOneOf('app_id', toIds('App', 'where.appIds', where?.appIds)),
      isOneOf('status', where?.status),
      isOneOf('format', where?.format),
      contains('file_name', where?.fileNameContains),
      compare('created_at', '>=', where?.createdFrom),
      compare('created_at', '<', where?.createdBefore),
    );
  }
}

@InputType({ description: 'How to sort imports. Equals are sorted by id.' })
export class DeviceImportOrderInput {
  @Field(() => DeviceImportSortEnum, { description: 'By what.' })
  field!: keyof typeof DeviceImportSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
