import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { idsOf } from './entries.js';
import { type FilterSetting, PLAIN_REST } from './filter.js';

const APP = idsOf('App', 'application', App);
const GROUP = idsOf('AppGroup', 'application group', AppGroup);

/** The applications of a scheduler. Users set them as they set a filter, but they are no condition on devices. */
export const apps = {
  flag: {
    name: 'all_apps',
    column: 'allApps',
    instead: ['app_ids_include', 'app_groups_include'],
    requiredBy: [],
    description: 'All applications. The include lists of applications and groups must be omitted.',
    graph: {
      name: 'all',
      isImplied: false,
      input: 'All active applications, including future ones. Cannot be combined with `appIds` or `groupIds`.',
      output: 'All active applications, including future ones.',
    },
  },
  lists: [
    {
      name: 'app_ids_include',
      entries: APP,
      description: 'Applications to include.',
      graph: {
        name: 'appIds',
        input: 'Ids of applications to include.',
        output: 'Ids of the included applications.',
        nodes: { name: 'apps', description: 'The included applications; empty if `all` is true.' },
      },
    },
    {
      name: 'app_ids_exclude',
      entries: APP,
      description: 'Applications to exclude.',
      graph: {
        name: 'exceptAppIds',
        input: 'Ids of applications to exclude.',
        output: 'Ids of the excluded applications.',
        nodes: { name: 'exceptApps', description: 'The excluded applications.' },
      },
    },
    {
      name: 'app_groups_include',
      entries: GROUP,
      description: 'Application groups to include.',
      graph: {
        name: 'groupIds',
        input: 'Ids of application groups whose members to include.',
        output: 'Ids of the included groups.',
        nodes: { name: 'groups', description: 'Groups whose members are included; empty if `all` is true.' },
      },
    },
    {
      name: 'app_groups_exclude',
      entries: GROUP,
      description: 'Application groups to exclude.',
      graph: {
        name: 'exceptGroupIds',
        input: 'Ids of application groups whose members to exclude.',
        output: 'Ids of the excluded groups.',
        nodes: { name: 'exceptGroups', description: 'Groups whose members are excluded.' },
      },
    },
  ],
  disjoint: [
    ['app_ids_include', 'app_ids_exclude'],
    ['app_groups_include', 'app_groups_exclude'],
  ],
  rest: PLAIN_REST,
  graph: {
    name: 'apps',
    description: 'The selection of applications.',
    isRequired: true,
    input: { name: 'AppsFilterInput', description: 'Selects applications. At least one must remain.' },
    output: {
      name: 'SelectedApps',
      description:
        'The applications that a scheduler sends to. Groups are resolved when it runs, so their changes count.',
    },
    facts: [],
  },
} as const satisfies FilterSetting;
