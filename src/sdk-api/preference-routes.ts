import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Static } from 'typebox';
import type { App } from '../entities/app.js';
import type { Device } from '../entities/device.js';
import { badInput } from '../errors.js';
import { validateInput } from '../http/validate-input.js';
import { ALL_MARKETING, type Choice } from '../ports/preferences.js';
import { textIn } from '../services/categories/category-texts.js';
import type { ChoiceInput, PreferenceSubject, Preferences } from '../services/preferences/preference-service.js';
import type { Services } from '../services/services.js';
import {
  type categoriesAnswer,
  type preferencesAnswer,
  preferencesQuery,
  preferencesSchema,
} from './preference-schemas.js';

interface Doors {
  readonly services: Pick<Services, 'categories' | 'preferences' | 'preferencesLinks'>;
  /** The options of routes open to everybody, and of those for an authenticated device. */
  readonly options: Readonly<Record<'ofApp' | 'ofDevice', RouteShorthandOptions>>;
  readonly appOf: (request: FastifyRequest) => App;
  readonly deviceOf: (request: FastifyRequest) => Device;
}

/** Registers the routes that read and change the choices of a device. */
export const registerPreferenceRoutes = (
  server: FastifyInstance,
  { services, options, appOf, deviceOf }: Doors,
): void => {
  const { categories, preferences, preferencesLinks } = services;
  const read = async (request: FastifyRequest) => {
    const [app, device] = [appOf(request), deviceOf(request)];
    const settled = await preferences.read(app.userId, subjectOf(device), languageOf(request));
    return toAnswer(settled, preferencesLinks.urlOf(app.userId, device));
  };

  server.get('/devices/:device_id/preferences', options.ofDevice, read);

  server.put('/devices/:device_id/preferences', options.ofDevice, async (request) => {
    const { userId } = appOf(request);
    const body = validateInput(preferencesSchema, request.body);
    const known = new Map((await categories.listed(userId)).map(({ id, code }) => [code, id]));
    await preferences.write(userId, subjectOf(deviceOf(request)), toChoices(body, known), 'DEVICE');
    return read(request);
  });

  server.get('/categories', options.ofApp, async (request): Promise<Static<typeof categoriesAnswer>> => {
    const language = languageOf(request);
    const listed = await categories.listed(appOf(request).userId);
    return {
      categories: listed.map(({ code, names, descriptions, kind, androidChannel }) => ({
        key: code,
        name: textIn(names, language) ?? code,
        description: textIn(descriptions, language) ?? '',
        kind: toLower(kind),
        android_channel: androidChannel,
      })),
    };
  });
};

const subjectOf = ({ id }: Device): PreferenceSubject => ({ kind: 'device', deviceId: id });

const languageOf = ({ query }: FastifyRequest): string | null =>
  validateInput(preferencesQuery, query).language ?? null;

const toChoices = (
  { choices = {}, all_marketing: all }: Static<typeof preferencesSchema>,
  known: ReadonlyMap<string, number>,
): ChoiceInput[] => {
  const chosen = Object.entries(choices).map(([key, choice]) => {
    const categoryId = known.get(key);
    if (categoryId === undefined)
      throw badInput('choices', `\`choices\` names no listed category "${key.slice(0, 40)}".`);
    return { categoryId, choice: toChoice(choice) };
  });
  return all === undefined ? chosen : [...chosen, { categoryId: ALL_MARKETING, choice: toChoice(all) }];
};

const toChoice = (text: string): Choice => (text === 'on' ? 'ON' : 'OFF');

const toLower = <Text extends string>(text: Text): Lowercase<Text> => text.toLowerCase() as Lowercase<Text>;

const toAnswer = ({ items, allMarketing }: Preferences, url: string | null): Static<typeof preferencesAnswer> => ({
  preferences: items.map(({ key, name, description, kind, choice }) => ({
    ...{ key, name, description },
    kind: toLower(kind),
    choice: toLower(choice),
  })),
  all_marketing: toLower(allMarketing),
  preferences_url: url,
});
