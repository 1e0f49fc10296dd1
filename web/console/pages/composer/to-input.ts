import type {
  AudienceInput,
  CampaignInput,
  CampaignQuery,
  CampaignSchedulerInput,
  CampaignUpdateInput,
  OneTimeSchedulerInput,
  PushInput,
  WeeklySchedulerInput,
} from '../../graph/generated/graphql.js';
import { toQuietInput } from '../settings/quiet-fields.js';
import { toBestHourInput } from './best-hour-fields.js';
import { toDelay } from './delay.js';
import { toExperimentInput } from './experiment-fields.js';
import { toSettingsInput } from './fields/field-values.js';
import { toGoalInputs } from './goal-fields.js';
import { nextMinute, wallClock } from './moments.js';
import { numberOf, toSpeedInput } from './speed-fields.js';
import {
  type AudienceChoice,
  type ComposerState,
  type Message,
  type MessageText,
  nameOf,
  type Timing,
} from './state.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

/** @param now sets the moment of a campaign that is sent at once */
export const toCampaignInput = (
  state: ComposerState,
  { now, activate }: { readonly now: number; readonly activate: boolean },
): CampaignInput => {
  const startNow = activate && state.when.kind === 'NOW';
  const { oneTime, weekly, autoPush } = toSchedulerInput(state, startNow ? now : nextMinute(now));
  const rest = { pushes: state.messages.map(toPushInput), activate };
  if (oneTime) return { oneTime: { scheduler: oneTime, ...rest, startNow } };
  if (weekly) return { weekly: { scheduler: weekly, ...rest } };
  return { autoPush: { scheduler: autoPush, ...rest } };
};

/**
 * The new contents of an existing campaign. Keeps what the composer does not show: the grace period, and users and
 * messages beyond those it has read.
 */
export const toCampaignUpdate = (state: ComposerState, campaign: Campaign, now: number): CampaignUpdateInput => {
  const startNow = campaign.active && state.when.kind === 'NOW';
  const { oneTime, weekly, autoPush } = toSchedulerInput(state, startNow ? now : nextMinute(now));
  const kept = new Set(state.messages.map(({ pushId }) => pushId));
  return {
    scheduler: oneTime
      ? { oneTime: { ...oneTime, ...keptOnce(campaign) } }
      : weekly
        ? { weekly: { ...weekly, ...keptWeekly(campaign) } }
        : { autoPush },
    pushes: state.messages.map((message) => ({
      ...toPushInput(message),
      ...(message.pushId === null ? {} : { id: message.pushId }),
      active: message.isActive,
    })),
    deletePushIds: campaign.pushes.nodes.map(({ id }) => id).filter((id) => !kept.has(id)),
    unchangedSince: campaign.updatedAt,
    startNow,
  };
};

const keptOnce = (campaign: Campaign): Partial<OneTimeSchedulerInput> => {
  if (campaign.__typename !== 'OneTimeScheduler') return {};
  const hasMore = campaign.externalIds.pageInfo.hasNextPage;
  return { gracePeriod: campaign.oneTimeGrace ?? null, ...(hasMore ? { externalIds: undefined } : {}) };
};

const keptWeekly = (campaign: Campaign): Partial<WeeklySchedulerInput> =>
  campaign.__typename === 'WeeklyScheduler' ? { gracePeriod: campaign.weeklyGrace ?? null } : {};

/** @param moment when a campaign that is sent at once is due */
export const toSchedulerInput = (state: ComposerState, moment: number): CampaignSchedulerInput => {
  const { when } = state;
  const common = {
    name: nameOf(state),
    audience: toAudienceInput(state),
    quietHours: toQuietInput(state.quiet),
    experiment: toExperimentInput(state.experiment, { isAfterEvent: when.kind === 'AFTER_EVENT' }),
    speed: toSpeedInput(state.speed, { isAfterEvent: when.kind === 'AFTER_EVENT' }),
    goals: toGoalInputs(state.goals),
  };
  const bestHour = toBestHourInput(state.bestHour);
  switch (when.kind) {
    case 'NOW':
    case 'ONCE':
      return {
        oneTime: { ...common, bestHour, ...toOneTime(when, moment), externalIds: [...state.audience.externalIds] },
      };
    case 'WEEKLY':
      return { weekly: { ...common, bestHour, ...toClock(when), times: toTimes(when) } };
    case 'AFTER_EVENT': {
      const delay = toDelay(when.delay);
      return { autoPush: { ...common, ...(delay === null ? {} : { delay }) } };
    }
  }
};

/** Sets no name: existing names are kept, and lists show the title of a push without one. */
export const toPushInput = ({ texts, categoryId, weight, defaultLang, settings }: Message): PushInput => ({
  categoryId,
  // Null counts as 1, as for a campaign without an experiment.
  weight: numberOf(weight) > 1 ? numberOf(weight) : null,
  defaultLang,
  translations: texts.map((text) => toTranslation(text, new Set(settings.buttons?.map(({ id }) => id)))),
  ...toSettingsInput(settings),
});

const toTranslation = (
  { language, title, subtitle, text, image, icon, link, buttonLabels }: MessageText,
  buttonIds: ReadonlySet<string>,
): PushInput['translations'][number] => {
  // Without buttons of its own, the message may label those of an application's defaults.
  const isShown = (id: string) => buttonIds.size === 0 || buttonIds.has(id);
  const labels = Object.entries(buttonLabels).filter(([id, label]) => isShown(id) && label.trim() !== '');
  return {
    language,
    title,
    ...(subtitle.trim() === '' ? {} : { subtitle: subtitle.trim() }),
    text,
    image: orNull(image),
    icon: orNull(icon),
    link: orNull(link),
    ...(labels.length === 0 ? {} : { buttonLabels: Object.fromEntries(labels) }),
  };
};

export const toAudienceInput = ({ audience }: Pick<ComposerState, 'audience'>): AudienceInput => ({
  apps: toApps(audience),
  ...section('countries', toPlaces(audience.countries, audience.exceptCountries)),
  ...section('languages', toPlaces(audience.languages, audience.exceptLanguages)),
  ...section('tags', {
    ...list('include', audience.tags),
    ...list('includeGroupIds', audience.tagGroupIds),
    ...(audience.anyTag && audience.tags.length + audience.tagGroupIds.length === 0 ? { anyTag: true } : {}),
    ...list('exclude', audience.exceptTags),
    ...list('excludeGroupIds', audience.exceptTagGroupIds),
  }),
  ...section('events', {
    ...list('include', audience.events),
    ...list('exclude', audience.exceptEvents),
  }),
  ...section('segments', {
    ...list('include', audience.segmentIds),
    ...list('exclude', audience.exceptSegmentIds),
  }),
});

/** Sends only selected applications, because the service rejects empty lists. */
const toApps = ({
  allApps,
  appIds,
  groupIds,
  exceptAppIds,
  exceptGroupIds,
}: AudienceChoice): AudienceInput['apps'] => ({
  ...(allApps ? { all: true } : { ...list('appIds', appIds), ...list('groupIds', groupIds) }),
  ...list('exceptAppIds', exceptAppIds),
  ...list('exceptGroupIds', exceptGroupIds),
});

const toPlaces = (include: readonly string[], exclude: readonly string[]): object =>
  include.length > 0 ? { include: [...include] } : list('exclude', exclude);

const toOneTime = (when: Timing, moment: number) => {
  if (when.kind === 'ONCE') return { date: when.date, time: when.time, ...toClock(when) };
  const [date = '', time = ''] = wallClock(moment, 'UTC').split('T');
  return { date, time, timeZone: 'UTC' };
};

const toClock = ({ localTime, timeZone }: Timing) => (localTime ? { localTime: true } : { timeZone });

const toTimes = ({ weekly }: Timing) => {
  const days = [...new Set(weekly.map(({ day }) => day))].toSorted();
  return days.map((day) => {
    const times = weekly.filter((entry) => entry.day === day && entry.time !== '').map(({ time }) => time);
    return { day, times: [...new Set(times)].toSorted() };
  });
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const list = <Name extends string>(name: Name, items: readonly string[]): { [N in Name]?: string[] } =>
  (items.length > 0 ? { [name]: [...items] } : {}) as { [N in Name]?: string[] };

const section = <Name extends string>(name: Name, filter: object): { [N in Name]?: object } =>
  (Object.keys(filter).length > 0 ? { [name]: filter } : {}) as { [N in Name]?: object };
