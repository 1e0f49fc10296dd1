import type { Tx } from '../../src/database/database.js';
import { copyRows, insertRow, insertRows, insertSelected, parameter } from '../../src/database/write-rows.js';
import { DEVICE_TAG_TABLE, type DeviceTag } from '../../src/entities/device-tag.js';
import { PUSH_TABLE } from '../../src/entities/push.js';
import { PUSH_TRANSLATION_TABLE } from '../../src/entities/push-translation.js';
import { fieldsOf } from '../../src/ports/message-fields.js';
import type { FieldMapping } from '../../src/providers/field-mapping.js';
import { APNS_FIELDS } from '../../src/providers/provider-c/apns-fields.js';

/** Compiled by `forgotten-columns.test.ts`, and never run: every line below a directive must not compile. */
export const forget = async (tx: Tx): Promise<void> => {
  const whole: DeviceTag = { deviceId: 1, tagId: 2, appId: 3 };
  await insertRow(tx, DEVICE_TAG_TABLE, whole);
  // @ts-expect-error appId is forgotten
  await insertRow(tx, DEVICE_TAG_TABLE, { deviceId: 1, tagId: 2 });
  // @ts-expect-error appId is forgotten
  await insertRows(tx, DEVICE_TAG_TABLE, [{ deviceId: 1, tagId: 2 }]);
  // @ts-expect-error no such column
  await insertRow(tx, DEVICE_TAG_TABLE, { ...whole, colour: 'red' });
  // @ts-expect-error text is not an id
  await insertRow(tx, DEVICE_TAG_TABLE, { ...whole, appId: '3' });

  const from = { sql: 'device_tag o', parameters: [] };
  await copyRows(tx, DEVICE_TAG_TABLE, { set: { tagId: parameter(4) }, from });
  // @ts-expect-error no such column
  await copyRows(tx, DEVICE_TAG_TABLE, { set: { tag: parameter(4) }, from });
  // @ts-expect-error appId is forgotten
  await insertSelected(tx, DEVICE_TAG_TABLE, { values: { deviceId: parameter(1), tagId: parameter(2) }, from });

  const { icon: _icon, ...withoutIcon } = fieldsOf('translation', { title: 'a', text: 'b' });
  // @ts-expect-error a message field is forgotten
  await insertRow(tx, PUSH_TRANSLATION_TABLE, { pushId: 1, language: 'en', ...withoutIcon });
  // @ts-expect-error the database numbers pushes, and a relation is not a column
  PUSH_TABLE.written.find(({ property }) => property === 'id' || property === 'translations');
  const { icon: _rule, ...withoutRule } = APNS_FIELDS;
  // @ts-expect-error a provider forgets the icon
  withoutRule satisfies FieldMapping<never>;
};
