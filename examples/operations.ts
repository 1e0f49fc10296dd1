// Made from operations.graphql and checked by test/examples/operations.test.ts, which writes it with UPDATE_DOCS=1.
import { typedDocument } from './typed-document.js';

export interface ListApps {
  readonly apps: {
    readonly edges: readonly {
      readonly cursor: string;
      readonly node: {
        readonly id: string;
        readonly name: string;
        readonly pushProvider: 'PROVIDER_A' | 'PROVIDER_B' | 'PROVIDER_C' | 'WEBPUSH';
        readonly pausedUntil: string | null;
      };
    }[];
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly endCursor: string | null;
    };
  };
}

// A type, not an interface: urql wants variables that can be indexed.
export type ListAppsVariables = {
  readonly first: number;
  readonly after?: string | null;
};

export const LIST_APPS = typedDocument<ListApps, ListAppsVariables>(`
query ListApps($first: Int!, $after: String) {
  apps(first: $first, after: $after, orderBy: {field: NAME}) {
    edges {
      cursor
      node {
        id
        name
        pushProvider
        pausedUntil
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`);

export interface CreateApp {
  readonly appCreate: {
    readonly app: {
      readonly id: string;
      readonly name: string;
      readonly serviceId: string;
    } | null;
    readonly userErrors: readonly {
      readonly field: readonly string[] | null;
      readonly message: string;
      readonly code:
        | 'INVALID'
        | 'REQUIRED'
        | 'TOO_LONG'
        | 'TOO_MANY'
        | 'TOO_MANY_TAGS'
        | 'DUPLICATE'
        | 'NOT_FOUND'
        | 'OVERLAP'
        | 'MISSING_DEFAULT'
        | 'NO_APPS'
        | 'PAST'
        | 'ARCHIVED'
        | 'DEACTIVATED'
        | 'BOUND'
        | 'RETIRED'
        | 'OVER'
        | 'ENDED'
        | 'AUTO_PUSH'
        | 'NO_CREDENTIALS'
        | 'SCOPE_LACKING'
        | 'CONFLICT';
    }[];
  };
}

// A type, not an interface: urql wants variables that can be indexed.
export type CreateAppVariables = {
  readonly input: AppCreateInput;
  readonly idempotencyKey?: string | null;
};

export const CREATE_APP = typedDocument<CreateApp, CreateAppVariables>(`
mutation CreateApp($input: AppCreateInput!, $idempotencyKey: String) {
  appCreate(input: $input, idempotencyKey: $idempotencyKey) {
    app {
      id
      name
      serviceId
    }
    userErrors {
      field
      message
      code
    }
  }
}
`);

export interface WatchRun {
  readonly runProgress: {
    readonly run: {
      readonly id: string;
      readonly status: 'PLANNING' | 'RUNNING' | 'PAUSED' | 'FINISHED' | 'CANCELLED' | 'MISSED';
      readonly counts: {
        readonly total: number;
        readonly sent: number;
        readonly failed: number;
        readonly retrying: number;
      };
    };
  };
}

// A type, not an interface: urql wants variables that can be indexed.
export type WatchRunVariables = {
  readonly runId: string;
};

export const WATCH_RUN = typedDocument<WatchRun, WatchRunVariables>(`
subscription WatchRun($runId: ID!) {
  runProgress(runId: $runId) {
    run {
      id
      status
      counts {
        total
        sent
        failed
        retrying
      }
    }
  }
}
`);

export interface AppCreateInput {
  readonly name: string;
  readonly link?: string | null;
  readonly provider: AppProviderInput;
}

export interface AppProviderInput {
  readonly providerA?: ServiceAccountInput | null;
  readonly providerB?: AppKeyInput | null;
  readonly providerC?: SigningKeyInput | null;
  readonly webpush?: true | null;
}

export interface ServiceAccountInput {
  readonly type: string;
  readonly projectId: string;
  readonly privateKeyId: string;
  readonly privateKey: string;
  readonly clientEmail: string;
  readonly clientId: string;
  readonly authUri: string;
  readonly tokenUri: string;
  readonly authProviderX509CertUrl: string;
  readonly clientX509CertUrl: string;
  readonly universeDomain: string;
}

export interface AppKeyInput {
  readonly appId: string;
  readonly apiKey: string;
}

export interface SigningKeyInput {
  readonly topic: string;
  readonly teamId: string;
  readonly privateKeyId: string;
  readonly privateKey: string;
}
