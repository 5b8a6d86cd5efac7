import type { ReceivedItems } from '../../shared/collections/receive-collection.ts';
import type { CollectionLineRow } from '../../shared/sync/rows.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Sets what has come back of a line of a collection, in all. */
export const receiveCollectionLine = (
  collection_id: number,
  { order_line_id, product_id }: CollectionLineRow,
  { qty_restocked, qty_written_off }: ReceivedItems,
): Promise<Verdict> => queueMutation('collection.receive_line', { collection_id, order_line_id, product_id, qty_restocked, qty_written_off });
