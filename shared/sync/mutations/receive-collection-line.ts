import { z } from 'zod';
import { checkReceiveLine, collectionMessages } from '../../collections/receive-collection.ts';
import { refuse } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';

const quantity = z.int().nonnegative().max(1_000_000);

/** How many items of a line have arrived in all, and what becomes of them. The SKU only names the line. */
export const receiveCollectionLineArgs = z.object({
  collection_id: id,
  order_line_id: id,
  product_id: id,
  qty_restocked: quantity,
  qty_written_off: quantity,
});

/** `collection.receive_line`: what came back of one line of a collection. */
export const receiveCollectionLine: Mutation<z.infer<typeof receiveCollectionLineArgs>> = {
  version: 1,
  check: (rows, { collection_id, order_line_id, product_id: _, ...items }) => {
    const collection = rows.collection.get(collection_id);
    if (!collection) return refuse('collection_closed', 'This collection is closed, or this tablet does not have it.');
    const line = collection.lines.find((one) => one.order_line_id === order_line_id);
    return line ? checkReceiveLine(line, items) : refuse('unknown_line', collectionMessages.unknown_line, 'order_line_id');
  },
  apply: (overlay, { collection_id, order_line_id, product_id: _, ...items }) => {
    overlay.touch('collection', collection_id);
    const collection = overlay.read('collection').get(collection_id);
    if (!collection) return;
    overlay.put('collection', collection_id, {
      ...collection,
      lines: collection.lines.map((line) => (line.order_line_id === order_line_id ? { ...line, ...items } : line)),
    });
  },
  describe: (names, { product_id, qty_restocked, qty_written_off }) => {
    const garment = names.product(product_id) ?? 'a product';
    const off = qty_written_off > 0 ? `, ${qty_written_off} of them written off` : '';
    return { text: `Received ${qty_restocked + qty_written_off} of ${garment} from a leaver${off}`, order_number: null };
  },
  title: 'Received items of a leaver',
};
