import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RECEIPT_KINDS, type Receipt, type ReceiptKind } from '../entities/receipt.js';
import { Run } from '../entities/run.js';
import { BatchConnection, DeliveryConnection, ReceiptConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import { ReceiptKindEnum } from '../schema/enums/receipt-kind-enum.js';
import { BatchOrderInput } from '../schema/inputs/batch-order-input.js';
import { BatchWhereInput } from '../schema/inputs/batch-where-input.js';
import { DeliveryWhereInput } from '../schema/inputs/delivery-where-input.js';
import { batchListing } from '../schema/listings/batch-listing.js';
import { receiptListing } from '../schema/listings/receipt-listing.js';
import { type DeletedHistory, deletedHistory } from '../schema/mapping/deleted-history.js';
import { toDeliveryPage } from '../schema/mapping/to-delivery-page.js';
import { conditions, isOneOf } from '../schema/paging/conditions.js';
import type { Connection } from '../schema/paging/connection.js';
import { ForwardPageArgs } from '../schema/paging/forward-page-args.js';
import { PageArgs } from '../schema/paging/page-args.js';
import { toPageRequest } from '../schema/paging/to-page-request.js';
import { ReceiptCounts } from '../schema/types/receipt-counts.js';
import type { BatchPage } from './batch-connection-resolver.js';

/** What a run consists of, down to single messages. */
@Resolver(() => Run)
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

  @FieldResolver(() => DeliveryConnection, {
    description: 'Its messages one by one, in the order of applications, pushes and devices.',
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
