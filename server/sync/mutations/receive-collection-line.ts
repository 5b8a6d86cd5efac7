import { applied, noop } from '../../../shared/sync/outcomes.ts';
import { receiveLines } from '../../collections/receive-collection.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `collection.receive_line`: the quantities are absolute, so a repetition is `noop`. */
export const handleReceiveCollectionLine: MutationHandler<'collection.receive_line'> = async (ctx, { collection_id, product_id: _, ...line }) =>
  (await receiveLines(ctx, collection_id, [line], () => '')) ? applied : noop;
