/** The types of each interface: Apollo Client's `possibleTypes`, by which its cache matches fragments. */
export const possibleTypes: Record<string, string[]> = {
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
