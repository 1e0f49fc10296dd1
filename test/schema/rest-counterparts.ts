/** The graph's counterpart of each REST operation: `Type.field`, `Type.field(argument)` or `Input.field`. */
export interface Counterpart {
  readonly by: readonly string[];
  /** The query parameters of REST, each with its counterpart in the graph. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  readonly note?: string;
}

const pages = (field: string) => ({
  page: [`${field}(after)`, `${field}(before)`],
  per_page: [`${field}(first)`, `${field}(last)`],
});

const SCHEDULER_LIST: Counterpart = {
  by: ['Query.schedulers', 'SchedulerWhereInput.kind'],
  parameters: {
    ...pages('Query.schedulers'),
    archived: ['SchedulerWhereInput.archived'],
    name: ['SchedulerWhereInput.nameContains'],
    app_id: ['SchedulerWhereInput.appId'],
    country: ['SchedulerWhereInput.country'],
    language: ['SchedulerWhereInput.language'],
    sort_by: ['SchedulerOrderInput.field'],
    sort_dir: ['SchedulerOrderInput.direction'],
  },
};

const scheduler = (title: string, prefix: string): Record<string, Counterpart> => ({
  [`create${title}`]: { by: [`Mutation.${prefix}SchedulerCreate`] },
  [`update${title}`]: { by: [`Mutation.${prefix}SchedulerUpdate`] },
  [`get${title}`]: { by: ['Query.scheduler'] },
  [`list${title}s`]: SCHEDULER_LIST,
  [`delete${title}`]: { by: ['Mutation.schedulerDelete'] },
  [`activate${title}`]: { by: ['Mutation.schedulerActivate'] },
  [`deactivate${title}`]: { by: ['Mutation.schedulerDeactivate'] },
});

/** The keys are the `operationId`s of `REST_ROUTES`. */
export const REST_COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  ...scheduler('AutoPushScheduler', 'autoPush'),
  ...scheduler('OneTimeScheduler', 'oneTime'),
  ...scheduler('SmartWeeklyScheduler', 'weekly'),
  createApp: { by: ['Mutation.appCreate'] },
  listApps: {
    by: ['Query.apps'],
    parameters: { ...pages('Query.apps'), archived: ['AppWhereInput.archived'] },
  },
  getApp: { by: ['Query.app'] },
  updateApp: { by: ['Mutation.appUpdate'] },
  deleteApp: { by: ['Mutation.appDelete'] },
  archiveApp: { by: ['Mutation.appArchive'] },
  unarchiveAppOrGroup: {
    by: ['Mutation.appUnarchive', 'Mutation.appGroupUnarchive'],
    note: 'The global id says which of the two it is.',
  },
  updateAppCredentials: { by: ['Mutation.appCredentialsUpdate'] },
  getAppVapidKey: { by: ['App.vapidKeyPublic'] },
  createPush: { by: ['Mutation.pushCreate', 'Mutation.pushesCreate'] },
  getPush: { by: ['Query.push'] },
  updatePush: { by: ['Mutation.pushUpdate'] },
  deletePush: { by: ['Mutation.pushDelete'] },
  activatePush: { by: ['Mutation.pushActivate'] },
  deactivatePush: { by: ['Mutation.pushDeactivate'] },
  bindPushes: { by: ['Mutation.schedulerBindPushes'], note: 'An empty list unbinds all, as in REST.' },
  listSchedulerPushes: {
    by: ['Scheduler.pushes'],
    parameters: {
      ...pages('Scheduler.pushes'),
      archived: ['PushWhereInput.archived'],
      limit: ['Scheduler.pushes(first)'],
      after_cursor: ['Scheduler.pushes(after)'],
    },
  },
  createAppGroup: { by: ['Mutation.appGroupCreate'] },
  listAppGroups: {
    by: ['Query.appGroups'],
    parameters: { ...pages('Query.appGroups'), archived: ['AppGroupWhereInput.archived'] },
  },
  getAppGroup: { by: ['Query.appGroup'] },
  updateAppGroup: { by: ['Mutation.appGroupUpdate'] },
  deleteAppGroup: { by: ['Mutation.appGroupDelete'] },
  archiveAppGroup: { by: ['Mutation.appGroupArchive'] },
  unarchiveAppGroup: { by: ['Mutation.appGroupUnarchive'] },
  createEvent: { by: ['Mutation.customEventCreate'] },
  listEvents: { by: ['Query.customEvents'], parameters: pages('Query.customEvents') },
  getEvent: { by: ['Query.customEvent'] },
  updateEvent: { by: ['Mutation.customEventUpdate'] },
  deleteEvent: { by: ['Mutation.customEventDelete'] },
  activateEvent: { by: ['Mutation.customEventActivate'] },
  deactivateEvent: { by: ['Mutation.customEventDeactivate'] },
};
