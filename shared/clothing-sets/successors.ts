import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const id = z.int().positive();

/** A product that is no longer sold, and its successor. */
export const successorPair = z.object({ product_id: id, successor_id: id });
export type SuccessorPair = z.infer<typeof successorPair>;

/** A clothing set that holds a product but not its successor. */
export const setWithoutSuccessor = z.object({
  id: z.int(),
  name: z.string(),
  account: z.object({ id: z.int(), name: z.string() }),
  is_decorated: z.boolean().describe('It offers the product with decoration'),
});
export type SetWithoutSuccessor = z.infer<typeof setWithoutSuccessor>;

/** The clothing sets that get the successors of their products. */
export const newSetSuccessors = z.object({
  clothing_set_ids: z
    .array(id)
    .min(1, messages.choose_set)
    .max(limits.products_at_once)
    .overwrite((ids) => [...new Set(ids)]),
  successors: z.array(successorPair).min(1, messages.choose_product).max(limits.products_at_once),
});
export type NewSetSuccessors = z.infer<typeof newSetSuccessors>;

const setProduct = z.object({ clothing_set_id: id, product_id: id });
/** The products that were added to sets. A caller that sends the list back unchanged removes these products again. */
export const setSuccessors = z.object({ added: z.array(setProduct) });
export const removedSetSuccessors = z.object({ added: z.array(setProduct).min(1, messages.choose_product).max(limits.set_products) });
export type SetSuccessors = z.infer<typeof setSuccessors>;
