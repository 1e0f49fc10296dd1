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
import { type BatchPage, batchListing } from './batches.js';
import { ReceiptCounts } from './run-counts.js';
import { RunType } from './run-types.js';

/** The parts of a run, down to single messages. */
@Resolver(() => RunType)
export class RunPartsResolver {
  @CostlyToScan({ cost: 100, where: ['appId', 'pushId', 'deviceId'], orderBy: [] })
  @FieldResolver(() => DeliveryConnection, {
    description:
      'The messages of the run, ordered by application, push and device. Filtered by `outcome`, a page reads 2,000 rows of the log, each with up to a few hundred messages: it can be short or empty while `hasNextPage` is true.',
  })
  deliveries(
    @Root() run: Run,
    @Ctx() context: GraphContext,
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('where', () => DeliveryWhereInput, { nullable: true, description: 'Filters; omit to list everything.' })
    where?: DeliveryWhereInput | null,
  ) {
    return toDeliveryPage(context, run, { page, where });
  }

  @FieldResolver(() => ReceiptCounts, {
    description: 'Number of receipts from devices; counted only when requested.',
  })
  receiptCounts(@Root() run: Run, @Ctx() context: GraphContext): Promise<ReceiptCounts> {
    return context.loaders.receiptCounts.load(run.id);
  }

  @FieldResolver(() => ReceiptConnection, { description: 'The receipts from devices.' })
  receipts(
    @Root() run: Run,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('kinds', () => [ReceiptKindEnum], { nullable: true, description: 'Kinds of receipts; all if omitted.' })
    kinds?: ReceiptKind[] | null,
  ): Promise<Connection<Receipt>> | DeletedHistory {
    if (run.historyDeletedAt) {
      return deletedHistory(run.historyDeletedAt, async () => {
        const counts = await context.loaders.receiptCounts.load(run.id);
        return [...new Set(kinds ?? RECEIPT_KINDS)].reduce((sum, kind) => sum + counts[kind], 0);
      });
    }
    const request = toPageRequest(receiptListing, {
      parentColumn: 'run_id',
      page,
      where: conditions(isOneOf('kind', kinds)),
      orderBy: { field: 'KEY', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, run.id);
  }
}

batchListing.addField<Run>(RunPartsResolver, 'batches', {
  description: 'The batches of the run. Auto-push has none; more may appear while the run is being planned.',
  parentColumn: 'run_id',
  reads: null,
  resolve: (asked, context, { id: runId, historyDeletedAt }): BatchPage => {
    const { loaders } = context;
    const toRequest = async () => {
      const where = await batchListing.conditions(asked.where, context);
      return batchListing.pageRequest(asked, { listing: batchListing.listing, parentColumn: 'run_id' }, where);
    };
    const read = async () => {
      const request = await toRequest();
      if (!historyDeletedAt) return loaders.pages.load(request, runId);
      const total = async () => (request.where.length > 0 ? 0 : (await loaders.runBatches.load(runId)).total);
      return deletedHistory(historyDeletedAt, total);
    };
    return { runId, historyDeletedAt, read };
  },
});
