import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  DeviceImport,
  type ImportFailure,
  type ImportFormat,
  type ImportStatus,
  type TakenColumn,
} from '../../entities/device-import.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { DEVICE_COLUMNS, type DeviceColumn } from '../../services/device-imports/device-columns.js';

export const ImportStatusEnum = {
  WAITING_FOR_FILE: 'waiting',
  UPLOADED: 'uploaded',
  RUNNING: 'running',
  FINISHED: 'finished',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, ImportStatus>;

registerEnumType(ImportStatusEnum, {
  name: 'ImportStatus',
  description: 'How far an import has got.',
  valuesConfig: {
    WAITING_FOR_FILE: { description: 'The file is to be sent to `uploadUrl`, within an hour.' },
    UPLOADED: { description: 'The file is there; `deviceImportStart` begins, within seven days.' },
    RUNNING: { description: 'Workers register the devices.' },
    FINISHED: { description: 'All lines are registered or rejected.' },
    FAILED: { description: 'It ended before that; `message` says why. What is registered stays.' },
    CANCELLED: { description: 'It was cancelled. What is registered stays.' },
  },
});

const ImportFailureEnum = {
  NO_LINES: 'no_lines',
  TOO_MANY_LINES: 'too_many_lines',
  BAD_HEADER: 'bad_header',
  ARCHIVED: 'archived',
  EXPIRED: 'expired',
  STUCK: 'stuck',
} as const satisfies Record<string, ImportFailure>;

registerEnumType(ImportFailureEnum, {
  name: 'ImportFailure',
  description: 'Why an import failed.',
  valuesConfig: {
    NO_LINES: { description: 'The file has no lines.' },
    TOO_MANY_LINES: {
      description:
        'The file has more than 50,000,000 lines, or more than 100,000 empty lines in a row. What is registered stays.',
    },
    BAD_HEADER: { description: 'The first line of a CSV file does not name its columns.' },
    ARCHIVED: { description: 'Its application was archived.' },
    EXPIRED: { description: 'The file did not come in time, or was not started in time.' },
    STUCK: { description: 'Workers tried several times and came no further; their log says why.' },
  },
});

export const ImportFormatEnum = { CSV: 'csv', JSONL: 'jsonl' } as const satisfies Record<string, ImportFormat>;

registerEnumType(ImportFormatEnum, {
  name: 'ImportFormat',
  description: 'What a file of devices is.',
  valuesConfig: {
    CSV: { description: 'RFC 4180 in UTF-8, with commas; the first line names the columns.' },
    JSONL: { description: 'A JSON object to a line: the body with which a device registers at `/sdk/v1`.' },
  },
});

export const ImportFieldEnum = Object.fromEntries(DEVICE_COLUMNS.map((name) => [name.toUpperCase(), name])) as Readonly<
  Record<string, DeviceColumn>
>;

const FIELDS: Readonly<Record<DeviceColumn, string>> = {
  token: 'The token: of PROVIDER_A and PROVIDER_C.',
  subscription_id: 'The subscription id: of PROVIDER_B.',
  endpoint: 'The endpoint of the subscription: of WEBPUSH.',
  p256dh: 'The key of the subscription: of WEBPUSH.',
  auth: 'The secret of the subscription: of WEBPUSH.',
  language: 'A BCP 47 tag, such as `pt-BR`.',
  country: 'Two letters of ISO 3166-1.',
  timezone: 'An IANA name, such as `Europe/Berlin`.',
  external_user_id: 'What you call its user.',
  audiences: 'Its tags, with `|` between them.',
  platform: 'Such as `ios`.',
  app_version: 'Of the application on the device.',
};

registerEnumType(ImportFieldEnum, {
  name: 'ImportField',
  description: 'What a column of a file says about devices.',
  valuesConfig: Object.fromEntries(DEVICE_COLUMNS.map((name) => [name.toUpperCase(), { description: FIELDS[name] }])),
});

@ObjectType({ description: 'A column of a file, and what it is taken for.', simpleResolvers: true })
export class ImportColumn {
  @Field(() => String, { description: 'As the header names it.' })
  readonly column!: string;

  @Field(() => ImportFieldEnum, { nullable: true, description: 'What it is taken for; null: it is left out.' })
  readonly field!: string | null;
}

/** Its values are rows of `device_import`. */
@ObjectType('DeviceImport', {
  implements: Node,
  simpleResolvers: true,
  description: 'A file of devices that is uploaded and registered in the background; no push is started by it.',
})
export class DeviceImportType {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the import.' })
  readonly id!: number;

  @Field(() => String, { description: 'As you named it.' })
  readonly fileName!: string;

  @Field(() => ImportFormatEnum, { description: 'What the file is.' })
  readonly format!: ImportFormat;

  @Field(() => ImportStatusEnum, { description: 'How far it has got.' })
  readonly status!: ImportStatus;

  @Field(() => Float, { nullable: true, description: 'Bytes of the file; null before it has come.' })
  readonly size!: number | null;

  @Field(() => Float, { description: 'Bytes of it that are through.' })
  readonly done!: number;

  @Field(() => Int, { description: 'Devices that are new.' })
  readonly imported!: number;

  @Field(() => Int, { description: 'Devices that were known, and are as the file says now.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Lines that could not be taken.' })
  readonly rejected!: number;

  @Field(() => String, { nullable: true, description: 'Why it failed; else null.' })
  readonly message!: string | null;

  @Field(() => ImportFailureEnum, {
    nullable: true,
    description: 'The same for programs; null also for one that failed before this was noted.',
  })
  readonly failure!: ImportFailure | null;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was over; null: it is not.' })
  readonly finishedAt!: Date | null;
}

export const DeviceImportConnection = connectionType('DeviceImport', 'imports', () => DeviceImportType);

@InputType({ description: 'A new import.' })
export class DeviceImportInput {
  @Field(() => ID, { description: 'Global id of the application that the devices are of.' })
  appId!: string;

  @Field(() => String, { description: 'The name of the file, 1 to 255 printable characters.' })
  fileName!: string;

  @Field(() => ImportFormatEnum, { description: 'What the file is.' })
  format!: ImportFormat;
}

@InputType({ description: 'What to take a column for.' })
export class ImportColumnInput {
  @Field(() => String, { description: 'As the header names it.' })
  column!: string;

  @Field(() => ImportFieldEnum, { nullable: true, description: 'What to take it for; null leaves it out.' })
  field?: string | null;

  static toColumns(columns: readonly ImportColumnInput[] | null | undefined): TakenColumn[] {
    return columns?.map(({ column, field }) => ({ column, field: field ?? null })) ?? [];
  }
}

@ObjectType({ description: 'The answer to a change of an import.', simpleResolvers: true })
export class DeviceImportPayload {
  @Field(() => DeviceImportType, {
    nullable: true,
    description: 'The import as it is now; null if nothing was changed.',
  })
  readonly deviceImport!: DeviceImport | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Where on this server the file is to be sent, by PUT and without a key, once; until an hour after the import was made. Null unless it waits for its file.',
  })
  readonly uploadUrl!: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
