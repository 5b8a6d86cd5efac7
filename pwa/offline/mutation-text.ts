import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { pickById, type SyncRows } from '../../shared/sync/floor.ts';
import { describeMutation, type MutationText, type Names } from '../../shared/sync/mutation-text.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';

const garment = (name: string, product: Parameters<typeof sizeOf>[0] & { variation_colour: string | null }): string =>
  [name, product.variation_colour, sizeOf(product)].filter(Boolean).join(', ');

function productOf(rows: SyncRows, id: number): string | null {
  const product = rows.product.get(id);
  if (product) return garment(product.name, product);
  const sku = rows.to_count.get(id) ?? [...rows.purchase_order_line.values()].find(({ product_id }) => product_id === id);
  const collected = sku ?? [...rows.collection.values()].flatMap(({ lines }) => lines).find(({ product_id }) => product_id === id);
  return collected ? [collected.name, collected.variation_colour, collected.size].filter(Boolean).join(', ') : null;
}

/** Returns functions that look up the names of things in this tablet's rows. */
const namesOf = (rows: SyncRows): Names => ({
  orderOfPick: (id) => pickById(rows, id)?.order_number ?? null,
  orderByUuid: (uuid) => rows.pick.get(uuid)?.order_number ?? null,
  line: (id) => {
    const line = rows.pick_line.get(id);
    if (!line) return null;
    const product = rows.product.get(line.product_id);
    return { ...line, garment: product ? garment(line.product_name, product) : line.product_name };
  },
  product: (id) => productOf(rows, id),
  wearer: (id) => rows.wearer.get(id)?.name ?? null,
  dispatch: (id) => rows.dispatch.get(id)?.dispatch_number ?? null,
  reason: (code) => [...rows.error_code.values()].find((reason) => reason.code === code)?.description ?? null,
  shelfTask: (id) => {
    const task = rows.shelf_task.get(id);
    return task ? { ...task, garment: productOf(rows, task.product_id) ?? task.product_name } : null;
  },
});

/** The text of a mutation, with the names that the screen shows at the time of the mutation. */
export const describeOnFloor = <N extends MutationName>(rows: SyncRows, n: N, a: ArgsOf<N>): MutationText => describeMutation(namesOf(rows), n, a);
