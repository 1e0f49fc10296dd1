import { Type } from 'typebox';
import { CHOICE_SOURCES } from '../../../ports/preferences.js';
import { defineEventType } from './event-type.js';
import { orNull } from './fields.js';

export const PREFERENCE_EVENTS = [
  defineEventType({
    type: 'preference.changed',
    summary: 'Somebody chose which messages to get.',
    data: Type.Object({
      app_id: orNull(
        Type.String({ pattern: '^[1-9][0-9]*$' }),
        'The application of the device; null without a device.',
      ),
      device_id: orNull(
        Type.String({ pattern: '^[1-9][0-9]*$' }),
        'The device on which the choice was made; null: the choice came without one.',
      ),
      external_user_id: orNull(
        Type.String(),
        'Your own id of the user; null: the choice is that of the device alone, or the user was erased.',
      ),
      category: orNull(Type.String(), 'The key of the category; null: all marketing.'),
      choice: Type.Union([Type.Literal('ON'), Type.Literal('OFF')], { description: 'The new choice.' }),
      source: Type.String({
        description: `Where it was made: ${CHOICE_SOURCES.map((name) => `\`${name}\``).join(', ')}.`,
      }),
    }),
    example: {
      app_id: '3',
      device_id: '4711',
      external_user_id: 'user-17',
      category: 'news',
      choice: 'OFF',
      source: 'DEVICE',
    },
  }),
] as const;
