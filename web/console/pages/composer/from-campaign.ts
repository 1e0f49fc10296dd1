import type { CampaignPushFragment, CampaignQuery } from '../../graph/generated/graphql.js';
import { toQuietFields } from '../settings/quiet-fields.js';
import { toBestHourFields } from './best-hour-fields.js';
import { readDelay } from './delay.js';
import { toExperimentFields } from './experiment-fields.js';
import { fromGraph } from './fields/field-values.js';
import { toGoalFields } from './goal-fields.js';
import { TITLE_MAX } from './limits.js';
import { fromSpeed } from './speed-fields.js';
import type { ComposerState, Message, Timing } from './state.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

/** Converts an existing campaign. @param start provides everything that the campaign does not define */
export const fromCampaign = (campaign: Campaign, start: ComposerState): ComposerState => {
  const { apps, countries, languages, tags, events, segments } = campaign.audience;
  const pushes = campaign.pushes.nodes;
  return {
    name: campaign.name,
    messages: pushes.length > 0 ? pushes.map(toMessage) : start.messages,
    audience: {
      allApps: apps.all,
      appIds: apps.appIds,
      groupIds: apps.groupIds,
      exceptAppIds: apps.exceptAppIds,
      exceptGroupIds: apps.exceptGroupIds,
      countries: countries.include,
      exceptCountries: countries.exclude,
      languages: languages.include,
      exceptLanguages: languages.exclude,
      tags: tags.include,
      tagGroupIds: tags.includeGroupIds,
      anyTag: tags.anyTag,
      exceptTags: tags.exclude,
      exceptTagGroupIds: tags.excludeGroupIds,
      events: events.include,
      exceptEvents: events.exclude,
      segmentIds: segments.include,
      exceptSegmentIds: segments.exclude,
      externalIds: campaign.__typename === 'OneTimeScheduler' ? campaign.externalIds.nodes : [],
    },
    when: timingOf(campaign, start.when),
    bestHour: toBestHourFields(campaign.bestHour ?? null),
    experiment: toExperimentFields(campaign.experiment ?? null),
    quiet: toQuietFields(campaign.quietHours ?? null),
    speed: fromSpeed(campaign.speed ?? null),
    goals: toGoalFields(campaign.goals ?? null),
  };
};

/** A copy that is sent now, without messages that are switched off. */
export const sentAgain = (state: ComposerState, name: string): ComposerState => {
  const active = state.messages.filter(({ isActive }) => isActive);
  const messages = active.length > 0 ? active : state.messages;
  return {
    ...state,
    name: [...name].slice(0, TITLE_MAX).join(''),
    messages: messages.map((message) => ({ ...message, pushId: null, isActive: true })),
    when: { ...state.when, kind: 'NOW' },
  };
};

export const toMessage = ({
  id,
  active,
  category,
  weight,
  defaultLang,
  translations,
  ...fields
}: CampaignPushFragment): Message => ({
  pushId: id,
  isActive: active,
  categoryId: category?.id ?? null,
  weight: String(weight ?? 1),
  // The service takes codes in either case, as REST and templates give them.
  defaultLang: defaultLang.toLowerCase(),
  texts: translations.map(({ language, title, subtitle, text, image, icon, link, buttonLabels }) => ({
    language: language.toLowerCase(),
    title,
    subtitle: subtitle ?? '',
    text,
    image: image ?? '',
    icon: icon ?? '',
    link: link ?? '',
    buttonLabels: textsIn(buttonLabels ?? {}),
  })),
  settings: fromGraph(fields),
});

const textsIn = (map: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(map).map(([key, text]) => [key, String(text)]));

const timingOf = (campaign: Campaign, start: Timing): Timing => {
  switch (campaign.__typename) {
    case 'OneTimeScheduler':
      return {
        ...start,
        kind: 'ONCE',
        date: campaign.date,
        time: campaign.time,
        localTime: campaign.oneTimeLocal,
        timeZone: campaign.oneTimeZone ?? start.timeZone,
      };
    case 'WeeklyScheduler':
      return {
        ...start,
        kind: 'WEEKLY',
        weekly: campaign.times.flatMap(({ day, times }) => times.map((time) => ({ day, time }))),
        localTime: campaign.weeklyLocal,
        timeZone: campaign.weeklyZone ?? start.timeZone,
      };
    case 'AutoPushScheduler':
      return { ...start, kind: 'AFTER_EVENT', delay: readDelay(campaign.delay) };
    default:
      return start;
  }
};
