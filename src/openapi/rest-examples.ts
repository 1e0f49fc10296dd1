/** A key that is well formed and opens nothing. */
const PRIVATE_KEY =
  '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n';

const FIREBASE = {
  type: 'service_account',
  project_id: 'my-project',
  private_key_id: '0a1b2c3d4e5f',
  private_key: PRIVATE_KEY,
  client_email: 'pushes@my-project.iam.gserviceaccount.com',
  client_id: '1234567890',
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
  auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
  client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509/pushes%40my-project.iam.gserviceaccount.com',
  universe_domain: 'googleapis.com',
};
const ONESIGNAL = { app_id: '5eb5a37e-b458-11e3-ac11-000c2940e62c', api_key: 'os_v2_app_example' };
const APPLE = {
  topic: 'com.example.app',
  team_id: 'ABCDE12345',
  private_key_id: 'FGHIJ67890',
  private_key: PRIVATE_KEY,
};

export const APP_EXAMPLES = {
  webpush: {
    summary: 'A web site',
    value: { push_provider: 'webpush', name: 'My site', link: 'https://shop.example' },
  },
  provider_a: {
    summary: 'An Android app by Firebase Cloud Messaging: the JSON file of a service account',
    value: { push_provider: 'provider_a', name: 'My Android app', provider_a_creds: FIREBASE },
  },
  provider_b: {
    summary: 'An app by OneSignal',
    value: { push_provider: 'provider_b', name: 'My app', provider_b_creds: ONESIGNAL },
  },
  provider_c: {
    summary: 'An iPhone app by Apple (APNs)',
    value: { push_provider: 'provider_c', name: 'My iPhone app', provider_c_creds: APPLE },
  },
  generic: {
    summary: 'The same, with the credentials under a name that is the same for all providers',
    value: { push_provider: 'provider_b', name: 'My app', push_provider_creds: ONESIGNAL },
  },
} as const;

export const CREDENTIALS_EXAMPLES = {
  provider_a: { summary: 'Firebase Cloud Messaging', value: FIREBASE },
  provider_b: { summary: 'OneSignal', value: ONESIGNAL },
  provider_c: { summary: 'Apple (APNs)', value: APPLE },
} as const;

export const SCHEDULER_EXAMPLES = {
  AutoPushScheduler: {
    simple: {
      summary: 'Two hours after the event `reg`, to everybody',
      value: { name: 'Welcome', all_apps: true, event_include: ['reg'], delay: '2h' },
    },
    filtered: {
      summary: 'At once, to German speakers of one application who have not paid in',
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
      summary: 'At one instant',
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
      summary: "By each device's own clock, to certain users",
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
      summary: 'Sundays in one zone, in two countries',
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
      summary: "Mondays and Fridays, by each device's own clock",
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

const UNSET = {
  app_ids_include: null,
  app_ids_exclude: null,
  app_groups_include: null,
  app_groups_exclude: null,
  all_countries: false,
  countries_include: null,
  countries_exclude: null,
  all_languages: false,
  languages_include: null,
  languages_exclude: null,
  all_audiences: false,
  audiences_include: null,
  audiences_exclude: null,
  audience_groups_include: null,
  audience_groups_exclude: null,
  external_ids: null,
};

const answers = (name: string, timing: object, events: readonly string[] = []) => {
  const shared = { id: 1, name, ...timing, all_apps: true, ...UNSET };
  return {
    record: { ...shared, event_include: events.join(), event_exclude: '', archived: false },
    item: { ...shared, event_include: events.length > 0 ? events : null, event_exclude: null, status: true },
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
