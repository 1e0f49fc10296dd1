import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RECEIPT_KINDS, type Receipt, type ReceiptKind } from '../../entities/receipt.js';
import { Run } from '../../entities/run.js';
import { GraphContext } from '../../schema/context.js';
import { CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { conditions, isOneOf } from '../../schema/paging/listing.js';
import { ForwardPageArgs, PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import {
  type DeletedHistory,
  DeliveryWhereInput,
  deletedHistory,
  receiptListing,
} from '../deliveries/delivery-listing.js';
import { toDeliveryPage } from '../deliveries/delivery-page.js';
import { DeliveryConnection, ReceiptConnection, ReceiptKindEnum } from '../deliveries/delivery-types.js';
import { BatchConnection, BatchOrderInput, type BatchPage, BatchWhereInput, batchListing } from './batches.js';
import { ReceiptCounts } from './run-counts.js';
import { RunType } from './run-types.js';

/** What a run consists of, down to single messages. */
@Resolver(() => RunType)
export class RunPartsResolver {
  @FieldResolver(() => BatchConnection, {
    description: 'The batches that it was cut into; none for auto-push, and more may come while the run is planned.',
  })
  batches(
    @Root() run: Run,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => BatchWhereInput, { nullable: true, description: 'Which ones.' }) where?: BatchWhereInput | null,
    @Arg('orderBy', () => BatchOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: BatchOrderInput | null,
  ): BatchPage {
    const request = toPageRequest(batchListing, {
      parentColumn: 'run_id',
      page,
      where: BatchWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    const { id: runId, historyDeletedAt } = run;
    const total = async () => (request.where.length > 0 ? 0 : (await context.loaders.runBatches.load(runId)).total);
    const read = async () =>
      historyDeletedAt ? deletedHistory(historyDeletedAt, total) : context.loaders.pages.load(request, runId);
    return { runId, historyDeletedAt, read };
  }

  @CostlyToScan({ cost: 100, where: ['appId', 'pushId', 'deviceId'], orderBy: [] })
  @FieldResolver(() => DeliveryConnection, {
    description:
      'Its messages one by one, in the order of applications, pushes and devices. By `outcome` a page looks at 2,000 rows of the log, of up to some hundred messages each: it may be short, or empty, while `hasNextPage` is true; the next page continues where it ended.',
  })
  deliveries(
    @Root() run: Run,
    @Ctx() context: GraphContext,
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('where', () => DeliveryWhereInput, { nullable: true, description: 'Which ones.' })
    where?: DeliveryWhereInput | null,
  ) {
    return toDeliveryPage(context, run, { page, where });
  }

  @FieldResolver(() => ReceiptCounts, {
    description: 'What devices have said of its messages; counted only if asked for.',
  })
  receiptCounts(@Root() run: Run, @Ctx() context: GraphContext): Promise<ReceiptCounts> {
    return context.loaders.receiptCounts.load(run.id);
  }

  @FieldResolver(() => ReceiptConnection, { description: 'What devices have said of its messages, one by one.' })
  receipts(
    @Root() run: Run,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('kinds', () => [ReceiptKindEnum], { nullable: true, description: 'Of these kinds; all if left out.' })
    kinds?: ReceiptKind[] | null,
  ): Promise<Connection<Receipt>> | DeletedHistory {
    if (run.historyDeletedAt) {
      return deletedHistory(run.historyDeletedAt, async () => {
        const counts = await context.loaders.receiptCounts.load(run.id);
        return [...new Set(kinds ?? RECEIPT_KINDS)].reduce((sum, kind) => sum + counts[kind], 0);
      });
    }
    const orderBy = { field: 'KEY', direction: 'ASC' } as const;
    const where = conditions(isOneOf('kind', kinds));
    return context.loaders.pages.load(
      toPageRequest(receiptListing, { parentColumn: 'run_id', page, where, orderBy }),
      run.id,
    );
  }
}
