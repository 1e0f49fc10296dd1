// Made from the graph and checked by test/examples/operations.test.ts, which writes it with UPDATE_DOCS=1.
/** The types of each interface: Apollo Client's `possibleTypes`, by which its cache matches fragments. */
// biome-ignore format: one to a line, so that what the graph gets later is one line more
export const POSSIBLE_TYPES = {
  Node: [
    'ApiKey',
    'App',
    'AppGroup',
    'AuditEntry',
    'AutoPushScheduler',
    'Batch',
    'CampaignDraft',
    'CustomEvent',
    'Device',
    'DeviceImport',
    'Member',
    'OneTimeScheduler',
    'Push',
    'Run',
    'Session',
    'Tag',
    'TagGroup',
    'User',
    'WeeklyScheduler',
  ],
  Scheduler: [
    'AutoPushScheduler',
    'OneTimeScheduler',
    'WeeklyScheduler',
  ],
};
