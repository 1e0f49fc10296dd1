import createApp from './tabs/create-app.graphql';
import createAppVariables from './tabs/create-app.json.txt';
import listApps from './tabs/list-apps.graphql';
import watchEvents from './tabs/watch-events.graphql';
import watchRun from './tabs/watch-run.graphql';
import watchRunVariables from './tabs/watch-run.json.txt';

/** What a newcomer finds, in the order in which it is worth trying. */
export const DEFAULT_TABS = [
  { query: listApps },
  { query: createApp, variables: createAppVariables },
  { query: watchEvents },
  { query: watchRun, variables: watchRunVariables },
];
