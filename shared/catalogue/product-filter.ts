import { z } from 'zod';
import { flag } from '../fields.ts';
import { limits } from '../limits.ts';

const id = z.coerce.number().int().positive();

/**
 * The parameters of the list of styles, sent in a body. Parameters that only sort are ignored; an unknown filter is refused, because without it more
 * products than intended would match.
 */
export const productFilter = z
  .strictObject({
    fts: z.string().trim().max(200),
    search: z.string().trim().max(200),
    brand: z.string().trim().max(limits.name),
    supplier_id: id,
    category_id: id,
    published: flag,
    waiting: flag,
    ending: flag,
    parent_only: z.unknown(),
    page: z.unknown(),
    per_page: z.unknown(),
    orderBy: z.unknown(),
    sortedBy: z.unknown(),
    include: z.unknown(),
  })
  .partial();
export type ProductFilter = z.infer<typeof productFilter>;
