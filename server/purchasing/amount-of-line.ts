import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { purchaseOrderLines } from '../db/tables/index.ts';

/** What a quantity of a line costs in pence, rounded once, half up: the same as `amountOf`, in a query. */
export const amountOfLine = (quantity: SQLWrapper): SQL => sql`((${quantity} * ${purchaseOrderLines.unit_price_tenths} + 5) / 10)`;
