import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { AttributeKeysDocument, type AttributeKeysQuery } from '../../../graph/generated/graphql.js';
import { type TemplateValue, valuesOf } from './expressions.js';

type Definition = AttributeKeysQuery['attributeDefinitions']['nodes'][number];

/** An account has at most 1,000 attributes, which are 10 pages. */
const PAGES_MAX = 10;

/** Every value that a message can contain. Those of attributes follow once they are known. */
export const useValues = (): readonly TemplateValue[] => {
  const client = useClient();
  const [definitions, setDefinitions] = useState<readonly Definition[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found: Definition[] = [];
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX && !isOver; page += 1) {
        const { data }: { data?: AttributeKeysQuery | undefined } = await client
          .query(AttributeKeysDocument, { after }, { requestPolicy: 'network-only' })
          .toPromise();
        if (!data) break;
        found.push(...data.attributeDefinitions.nodes);
        after = data.attributeDefinitions.pageInfo.endCursor ?? null;
        if (!data.attributeDefinitions.pageInfo.hasNextPage) break;
      }
      if (!isOver) setDefinitions(found);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [client]);
  return useMemo(() => valuesOf(definitions), [definitions]);
};
