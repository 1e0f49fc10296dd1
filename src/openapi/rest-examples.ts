import { GIVEN_PROVIDERS, MADE_PROVIDERS, PROVIDERS } from '../providers/providers.js';
import { toItemFilters, toSingleFilters } from '../rest-compat/schedulers/scheduler-filters.js';

export const APP_EXAMPLES = {
  ...Object.fromEntries(
    [...MADE_PROVIDERS, ...GIVEN_PROVIDERS].map(({ name, examples: { app, credentials } }) => [
      name,
      {
        summary: app.summary,
        value: { push_provider: name, ...app.value, ...(credentials && { [`${name}_creds`]: credentials }) },
      },
    ]),
  ),
  generic: {
    summary: 'Credentials under the name common to all providers',
    value: {
      push_provider: 'provider_b',
      name: 'My app',
      push_provider_creds: PROVIDERS.provider_b.examples.credentials,
    },
  },
};

export const CREDENTIALS_EXAMPLES = Object.fromEntries(
  GIVEN_PROVIDERS.map(({ name, words, examples }) => [name, { summary: words.title, value: examples.credentials }]),
);

export const SCHEDULER_EXAMPLES = {
  AutoPushScheduler: {
    simple: {
      summary: 'To every device, two hours after the event `reg`',
      value: { name: 'Welcome', all_apps: true, event_include: ['reg'], delay: '2h' },
    },
    filtered: {
      summary: 'At once, to German speakers of one application without a deposit',
      value: {
        name: 'First deposit',
        app_ids_include: [1],
        languages_include: ['de'],
        audiences_exclude: ['staff'],
        event_include: ['reg'],
        event_exclude: ['dep'],
      },
    },
  },
  OneTimeScheduler: {
    zone: {
      summary: 'At one instant worldwide',
      value: {
        name: 'Christmas',
        all_apps: true,
        date: '2031-12-24',
        time: '18-30',
        local_time: false,
        timezone: '+01:00',
      },
    },
    local: {
      summary: "At each device's local time, to certain users",
      value: {
        name: 'Birthday',
        all_apps: true,
        date: '2031-12-24',
        time: '18-30',
        local_time: true,
        external_ids: ['user-17'],
      },
    },
  },
  SmartWeeklyScheduler: {
    zone: {
      summary: 'Sundays in one time zone, in two countries',
      value: {
        name: 'Sunday news',
        all_apps: true,
        countries_include: ['DE', 'AT'],
        local_time: false,
        timezone: '+01:00',
        time_send: [{ day: 7, times: ['10:00'] }],
      },
    },
    local: {
      summary: "Mondays and Fridays, at each device's local time",
      value: {
        name: 'Weekly digest',
        all_apps: true,
        local_time: true,
        time_send: [
          { day: 1, times: ['09:00'] },
          { day: 5, times: ['09:00', '17:30'] },
        ],
      },
    },
  },
} as const;

const answers = (name: string, timing: object, events: readonly string[] = []) => {
  const flags = { allApps: true, allCountries: false, allLanguages: false, allAudiences: false };
  const record = { scheduler: flags, filters: events.length === 0 ? {} : { event_include: events } };
  const shared = { id: 1, name, ...timing };
  return {
    record: { ...shared, ...toSingleFilters(record), archived: false },
    item: { ...shared, ...toItemFilters(record), status: true },
  };
};

export const SCHEDULER_ANSWERS = {
  AutoPushScheduler: answers('Welcome', { delay: '2h' }, ['reg']),
  OneTimeScheduler: answers('Christmas', { date: '2031-12-24', time: '18-30', local_time: false, timezone: '+01:00' }),
  SmartWeeklyScheduler: answers('Weekly digest', {
    time_send: SCHEDULER_EXAMPLES.SmartWeeklyScheduler.local.value.time_send,
    local_time: true,
    timezone: null,
  }),
} as const;
