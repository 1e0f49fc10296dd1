import type { RestRoute } from '../../src/rest-compat/rest-route.js';

/** The graph input of each member of REST's bodies, and the graph type of each member of its records. */
export interface FieldCounterpart {
  readonly input?: readonly string[];
  readonly output?: readonly string[];
}

const idOf = (type: string): FieldCounterpart => ({ output: [`${type}.id`, `${type}.databaseId`] });

const both = (input: readonly string[], ...output: readonly string[]): FieldCounterpart => ({ input, output });

/** The keys are the routes' tag, then the member. */
export const REST_FIELDS: Readonly<Record<RestRoute['tag'], Readonly<Record<string, FieldCounterpart>>>> = {
  schedulers: {
    id: idOf('Scheduler'),
    name: both(
      ['AutoPushSchedulerInput.name', 'OneTimeSchedulerInput.name', 'WeeklySchedulerInput.name'],
      'Scheduler.name',
    ),
    archived: { output: ['Scheduler.archived'] },
    all_apps: both(['AppsFilterInput.all'], 'SelectedApps.all'),
    app_ids_include: both(['AppsFilterInput.appIds'], 'SelectedApps.appIds'),
    app_groups_include: both(['AppsFilterInput.groupIds'], 'SelectedApps.groupIds'),
    app_ids_exclude: both(['AppsFilterInput.exceptAppIds'], 'SelectedApps.exceptAppIds'),
    app_groups_exclude: both(['AppsFilterInput.exceptGroupIds'], 'SelectedApps.exceptGroupIds'),
    all_countries: both(['CountriesFilterInput.all'], 'SelectedCountries.all'),
    countries_include: both(['CountriesFilterInput.include'], 'SelectedCountries.include'),
    countries_exclude: both(['CountriesFilterInput.exclude'], 'SelectedCountries.exclude'),
    all_languages: both(['LanguagesFilterInput.all'], 'SelectedLanguages.all'),
    languages_include: both(['LanguagesFilterInput.include'], 'SelectedLanguages.include'),
    languages_exclude: both(['LanguagesFilterInput.exclude'], 'SelectedLanguages.exclude'),
    all_audiences: both(['TagsFilterInput.anyTag'], 'SelectedTags.anyTag'),
    audiences_include: both(['TagsFilterInput.include'], 'SelectedTags.include'),
    audience_groups_include: both(['TagsFilterInput.includeGroupIds'], 'SelectedTags.includeGroupIds'),
    audiences_exclude: both(['TagsFilterInput.exclude'], 'SelectedTags.exclude'),
    audience_groups_exclude: both(['TagsFilterInput.excludeGroupIds'], 'SelectedTags.excludeGroupIds'),
    event_include: both(['EventsFilterInput.include'], 'SelectedEvents.include'),
    event_exclude: both(['EventsFilterInput.exclude'], 'SelectedEvents.exclude'),
    delay: both(['AutoPushSchedulerInput.delay'], 'AutoPushScheduler.delay'),
    date: both(['OneTimeSchedulerInput.date'], 'OneTimeScheduler.date'),
    time: both(['OneTimeSchedulerInput.time'], 'OneTimeScheduler.time'),
    time_send: both(['WeeklySchedulerInput.times'], 'WeeklyScheduler.times'),
    local_time: both(
      ['OneTimeSchedulerInput.localTime', 'WeeklySchedulerInput.localTime'],
      'OneTimeScheduler.localTime',
      'WeeklyScheduler.localTime',
    ),
    timezone: both(
      ['OneTimeSchedulerInput.timeZone', 'WeeklySchedulerInput.timeZone'],
      'OneTimeScheduler.timeZone',
      'WeeklyScheduler.timeZone',
    ),
    external_ids: both(['OneTimeSchedulerInput.externalIds'], 'OneTimeScheduler.externalIds'),
  },
  apps: {
    id: idOf('App'),
    service_id: { output: ['App.serviceId'] },
    push_provider: both(['AppCreateInput.provider', 'Mutation.appCredentialsUpdate(credentials)'], 'App.pushProvider'),
    name: both(['AppCreateInput.name', 'AppUpdateInput.name'], 'App.name'),
    link: both(['AppCreateInput.link', 'AppUpdateInput.link'], 'App.link'),
    groups: { output: ['App.groups'] },
    archived: { output: ['App.archived'] },
    provider_a_creds: { input: ['AppProviderInput.providerA', 'CredentialsInput.providerA'] },
    provider_b_creds: { input: ['AppProviderInput.providerB', 'CredentialsInput.providerB'] },
    provider_c_creds: { input: ['AppProviderInput.providerC', 'CredentialsInput.providerC'] },
    push_provider_creds: { input: ['AppCreateInput.provider'] },
    has_provider_a_creds: { output: ['App.ready', 'App.pushProvider'] },
    has_provider_b_creds: { output: ['App.ready', 'App.pushProvider'] },
    has_provider_c_creds: { output: ['App.ready', 'App.pushProvider'] },
    vapid_key_public: { output: ['App.vapidKeyPublic'] },
  },
  pushes: {
    id: idOf('Push'),
    default_lang: both(['PushInput.defaultLang'], 'Push.defaultLang'),
    status: { output: ['Push.active'] },
    archived: { output: ['Push.archived'] },
    sched_id: { output: ['Push.scheduler'] },
    sched_type: { output: ['Scheduler.kind'] },
    translations: both(['PushInput.translations'], 'Push.translations'),
    push_ids: { input: ['Mutation.schedulerBindPushes(pushIds)'] },
  },
  'app groups': {
    id: idOf('AppGroup'),
    name: both(['AppGroupInput.name'], 'AppGroup.name'),
    all_apps: both(['AppGroupInput.allApps'], 'AppGroup.allApps'),
    app_ids: both(['AppGroupInput.appIds'], 'AppGroup.appIds'),
    archived: { output: ['AppGroup.archived'] },
  },
  events: {
    id: idOf('CustomEvent'),
    name: both(['CustomEventInput.name'], 'CustomEvent.name'),
    code: both(['CustomEventInput.code'], 'CustomEvent.code'),
    status: { output: ['CustomEvent.active'] },
    type: { output: ['CustomEvent.system'] },
  },
};
