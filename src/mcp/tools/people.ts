import { Type } from 'typebox';
import { defineTool } from '../tool.js';
import { id, ids, PAGE_INFO, page, text, texts, toWhere } from './arguments.js';

const DEVICE = `id active platform appVersion language country timeZone externalUserId tags
  registeredAt lastActiveAt retiredAt retirementReasonCode retirementReason app { id name pushProvider }`;

export const findDevices = defineTool({
  name: 'find_devices',
  title: 'Find devices',
  description:
    'Finds devices by user, application, language, country, platform or tag. Addresses of devices are never shown.',
  scope: 'read',
  input: Type.Object({
    ...page(50),
    externalUserIds: Type.Optional(texts('Only devices of these users, by your own ids.')),
    appIds: Type.Optional(ids('Only devices of these applications.')),
    language: Type.Optional(text('Only devices in this language, such as pt or pt-BR.', 35)),
    countries: Type.Optional(texts('Only devices in these countries, such as DE.')),
    platforms: Type.Optional(texts('Only devices with these platforms, such as ios.')),
    tagsAny: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), { maxItems: 10, description: 'Any of these tags.' }),
    ),
    active: Type.Optional(Type.Boolean({ description: 'Only active devices, or only others.' })),
  }),
  document: `query FindDevices($first: Int, $after: String, $where: DeviceWhereInput) {
    devices(first: $first, after: $after, where: $where) { nodes { ${DEVICE} } ${PAGE_INFO} }
  }`,
  toVariables: toWhere,
});

export const getDevice = defineTool({
  name: 'get_device',
  title: 'Read a device',
  description:
    'Reads one device with its attributes, its choices, its last events and its last messages with outcomes.',
  scope: 'read',
  input: Type.Object({ id: id('Id of the device.') }),
  document: `query GetDevice($id: ID!) {
    device(id: $id) {
      ${DEVICE}
      attributes
      preferences { category { key } choice isDefault changedAt }
      events(first: 10) { nodes { event { code name } count firstAt lastAt } }
      deliveries(first: 10) { nodes { recordedAt outcome reasonCode reason deliveredAt clickedAt run { id } } }
    }
  }`,
});

export const findUsers = defineTool({
  name: 'find_users',
  title: 'Find users',
  description: 'Finds people who use the applications, by your own ids for them.',
  scope: 'read',
  input: Type.Object({
    ...page(50),
    externalUserIds: Type.Optional(texts('Your own ids for users.')),
    externalUserIdStartsWith: Type.Optional(text('The beginning of your own id.')),
  }),
  document: `query FindUsers($first: Int, $after: String, $where: EndUserWhereInput) {
    users(first: $first, after: $after, where: $where) {
      nodes { id externalUserId attributes createdAt updatedAt }
      ${PAGE_INFO}
    }
  }`,
  toVariables: toWhere,
});

export const getUser = defineTool({
  name: 'get_user',
  title: 'Read a user',
  description: 'Reads one user, by your own id, with attributes, choices and devices.',
  scope: 'read',
  input: Type.Object({ externalUserId: text('Your own id for the user.') }),
  document: `query GetUser($externalUserId: String!) {
    user(externalUserId: $externalUserId) {
      id externalUserId attributes createdAt updatedAt
      preferences { category { key } choice isDefault changedAt }
      devices(first: 20) { nodes { ${DEVICE} } }
    }
  }`,
});
