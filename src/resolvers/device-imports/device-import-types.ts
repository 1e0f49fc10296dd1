import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import {
  DeviceImport,
  type ImportFailure,
  type ImportFormat,
  type ImportStatus,
  type TakenColumn,
} from '../../entities/device-import.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { toIds } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CREATION, BY_ID } from '../../schema/paging/list-inputs.js';
import { isOneOf, number, text } from '../../schema/paging/listing.js';
import { anyOf, before, from, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { DEVICE_COLUMNS, type DeviceColumn } from '../../services/device-imports/device-columns.js';

export const ImportStatusEnum = defineMappedEnum('ImportStatus', 'The progress of an import.', {
  WAITING_FOR_FILE: ['waiting', 'Waiting for the file at `uploadUrl`, for up to one hour.'],
  UPLOADED: ['uploaded', 'The file has arrived. Call `deviceImportStart` within seven days.'],
  RUNNING: ['running', 'Devices are being registered.'],
  FINISHED: ['finished', 'Every line has been registered or rejected.'],
  FAILED: ['failed', 'Ended early; see `message`. Devices registered so far stay.'],
  CANCELLED: ['cancelled', 'Cancelled. Devices registered so far stay.'],
}) satisfies Record<string, ImportStatus>;

const ImportFailureEnum = defineMappedEnum('ImportFailure', 'The reason why an import failed.', {
  NO_LINES: ['no_lines', 'The file has no lines.'],
  TOO_MANY_LINES: [
    'too_many_lines',
    'The file has more than 50,000,000 lines, or more than 100,000 consecutive empty lines. Devices registered so far stay.',
  ],
  BAD_HEADER: ['bad_header', 'The first line of the CSV file does not name its columns.'],
  ARCHIVED: ['archived', 'The application was archived.'],
  EXPIRED: ['expired', 'The file was not uploaded in time, or the import was not started in time.'],
  STUCK: ['stuck', 'Several attempts made no progress. The log of the workers says why.'],
}) satisfies Record<string, ImportFailure>;

export const ImportFormatEnum = defineMappedEnum('ImportFormat', 'The format of a file of devices.', {
  CSV: ['csv', 'CSV as in RFC 4180, UTF-8, separated by commas. The first line names the columns.'],
  JSONL: [
    'jsonl',
    'One JSON object per line, in the form in which a device registers at `/sdk/v1`. Its `attributes` belong to the user, if the line names one.',
  ],
}) satisfies Record<string, ImportFormat>;

const FIELDS: Readonly<Record<DeviceColumn, string>> = {
  token: 'Token, for PROVIDER_A and PROVIDER_C.',
  subscription_id: 'Subscription id, for PROVIDER_B.',
  endpoint: 'Endpoint of the subscription, for WEBPUSH.',
  p256dh: 'Public key of the subscription, for WEBPUSH.',
  auth: 'Secret of the subscription, for WEBPUSH.',
  language: 'Language as a BCP 47 tag, such as `pt-BR`.',
  country: 'Country as an ISO 3166-1 alpha-2 code, such as `DE`.',
  timezone: 'IANA time zone, such as `Europe/Berlin`.',
  external_user_id: 'Your own id for its user.',
  audiences: 'Tags, separated by `|`.',
  platform: 'Platform, such as `ios`.',
  app_version: 'Version of the application on the device.',
};

export const ImportFieldEnum = defineMappedEnum(
  'ImportField',
  'A property of a device that a column of a file can hold.',
  Object.fromEntries(DEVICE_COLUMNS.map((name) => [name.toUpperCase(), [name, FIELDS[name]] as const])),
);

@ObjectType({ description: 'A column of a file and the property that it is imported as.', simpleResolvers: true })
export class ImportColumn {
  @Field(() => String, { description: 'Name in the header.' })
  readonly column!: string;

  @Field(() => ImportFieldEnum, { nullable: true, description: 'The property; null for an attribute or no meaning.' })
  readonly field!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The attribute, such as `attr.plan`, or `attr.zip:string` with its type. `device_attr.` is always the device; `attr.` is the user of a line that names one. Null if the column is no attribute. A column with neither `field` nor `attribute` is ignored.',
  })
  readonly attribute?: string | null;
}

/** Its values are rows of `device_import`. */
@ObjectType('DeviceImport', {
  implements: Node,
  simpleResolvers: true,
  description: 'A file of devices that is uploaded and then registered in the background. Importing starts no pushes.',
})
export class DeviceImportType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => String, { description: 'Name of the file, as given.' })
  readonly fileName!: string;

  @Field(() => ImportFormatEnum, { description: 'Format of the file.' })
  readonly format!: ImportFormat;

  @Field(() => ImportStatusEnum, { description: 'The progress of the import.' })
  readonly status!: ImportStatus;

  @Field(() => Float, { nullable: true, description: 'Size of the file in bytes; null before the upload.' })
  readonly size!: number | null;

  @Field(() => Float, { description: 'Number of bytes processed.' })
  readonly done!: number;

  @Field(() => Int, { description: 'Number of new devices.' })
  readonly imported!: number;

  @Field(() => Int, { description: 'Number of existing devices that were updated.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Number of rejected lines.' })
  readonly rejected!: number;

  @Field(() => String, { nullable: true, description: 'Why the import failed; null if it did not.' })
  readonly message!: string | null;

  @Field(() => ImportFailureEnum, {
    nullable: true,
    description:
      'Machine-readable reason of the failure; null if it did not fail, or failed before reasons were recorded.',
  })
  readonly failure!: ImportFailure | null;

  @Field(() => DateTimeScalar, { description: 'When the import was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the import ended; null while it has not.' })
  readonly finishedAt!: Date | null;
}

/** Its filter by application throws BAD_USER_INPUT for an id of another type. */
export const deviceImportListing = defineListing({
  name: 'deviceImport',
  noun: 'DeviceImport',
  plural: 'imports',
  type: () => DeviceImportType,
  entity: DeviceImport,
  table: 'device_import',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    FILE_NAME: { by: [text('file_name')], description: 'Name of the file.' },
    CREATED_AT: BY_CREATION,
  },
  where: {
    appIds: {
      type: () => [ID],
      description: 'Imports into any of these applications.',
      toCondition: (ids: string[]) => isOneOf('app_id', toIds('App', 'where.appIds', ids)),
    },
    status: anyOf(ImportStatusEnum, 'status', 'Imports with any of these statuses.'),
    format: anyOf(ImportFormatEnum, 'format', 'Imports of files in any of these formats.'),
    fileNameContains: partOf('file_name', 'Part of the name of the file. ASCII letters match in either case.'),
    createdFrom: from('created_at', 'Earliest time of creation, inclusive.'),
    createdBefore: before('created_at', 'Latest time of creation, exclusive.'),
  },
});

@InputType({ description: 'A new import.' })
export class DeviceImportInput {
  @Field(() => ID, { description: 'Global id of the application that the devices belong to.' })
  appId!: string;

  @Field(() => String, { description: 'Name of the file, 1 to 255 printable characters.' })
  fileName!: string;

  @Field(() => ImportFormatEnum, { description: 'Format of the file.' })
  format!: ImportFormat;
}

@InputType({ description: 'Assigns a property to a column.' })
export class ImportColumnInput {
  @Field(() => String, { description: 'Name in the header.' })
  column!: string;

  @Field(() => ImportFieldEnum, {
    nullable: true,
    description: 'The property. Without it and `attribute`, the column is ignored.',
  })
  field?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The attribute, instead of `field`: `attr.KEY` or `device_attr.KEY`, optionally with `:TYPE`.',
  })
  attribute?: string | null;

  static toColumns(columns: readonly ImportColumnInput[] | null | undefined): TakenColumn[] {
    return (
      columns?.map(({ column, field, attribute }) => ({
        column,
        field: field ?? null,
        attribute: attribute ?? null,
      })) ?? []
    );
  }
}
