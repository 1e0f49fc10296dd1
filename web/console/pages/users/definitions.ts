import { useEffect, useState } from 'react';
import { type Client, useClient } from 'urql';
import { AttributeDefinitionsDocument, type AttributeDefinitionsQuery } from '../../graph/generated/graphql.js';

export type Definition = AttributeDefinitionsQuery['attributeDefinitions']['nodes'][number];

const PAGE_SIZE = 100;
/** An account has at most 1,000 definitions. */
const MAX_PAGES = 10;

/** All attributes of the account. Empty until the first answer. */
export const useAttributeDefinitions = (): readonly Definition[] => {
  const client = useClient();
  const [found, setFound] = useState<readonly Definition[]>([]);
  useEffect(() => {
    let isOver = false;
    const show = (definitions: readonly Definition[]) => {
      if (!isOver) setFound(definitions);
    };
    void readAll(client).then(show);
    return () => {
      isOver = true;
    };
  }, [client]);
  return found;
};

const readAll = async (client: Client): Promise<readonly Definition[]> => {
  const all: Definition[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const list: AttributeDefinitionsQuery['attributeDefinitions'] | undefined = await readPage(client, after);
    if (!list) return all;
    all.push(...list.nodes);
    after = list.pageInfo.endCursor ?? null;
    if (!list.pageInfo.hasNextPage || after === null) return all;
  }
  return all;
};

const readPage = async (client: Client, after: string | null) => {
  const variables = { first: PAGE_SIZE, after, orderBy: { field: 'KEY', direction: 'ASC' } } as const;
  const { data } = await client.query(AttributeDefinitionsDocument, variables, { requestPolicy: 'network-only' });
  return data?.attributeDefinitions;
};
