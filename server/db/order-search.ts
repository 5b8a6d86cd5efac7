import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldText } from '../../shared/folded.ts';
import { containing } from './contains.ts';
import { pg } from './dialect.ts';
import { foldedColumn, storedFold } from './folded.ts';
import { orders } from './tables/index.ts';

/** The length from which part of a PO reference is found by index. */
export const PO_PART_MIN = 3;

/** A text of at least `PO_PART_MIN` characters in the form that `hasPoPart` takes. */
export const poPart = (text: string): string => (pg ? containing(foldText(text)) : `"${foldText(text).replaceAll('"', '""')}"`);

/** The orders whose PO reference contains a text made by `poPart`, found by index. */
export const hasPoPart = (part: string | Placeholder): SQL =>
  pg ? sql`${foldedColumn(orders.client_po_reference)} like ${part}` : sql`${orders.id} in (${idsWithPoPart(part)})`;

/** A query of the ids of these orders, deleted ones included, which returns the first before it has found the last. */
export const idsWithPoPart = (part: string | Placeholder): SQL =>
  pg
    ? sql`select ${orders.id} as id from ${orders} where ${foldedColumn(orders.client_po_reference)} like ${part}`
    : sql`select rowid as id from order_po_parts where order_po_parts match ${part}`;

/** The orders table, for queries that check every live order by the columns of `orders_newest`: SQLite is told to read that index. */
export const scannedOrders: SQL = pg ? sql`${orders}` : sql`${orders} indexed by orders_newest`;

/** Adds the rows of a bulk load, which the triggers did not see; only where the parts have a table of their own. */
export const fillPoParts: readonly string[] = pg
  ? []
  : [
      `insert into order_po_parts (rowid, client_po_reference) select id, ${storedFold('client_po_reference')} from orders where client_po_reference is not null`,
    ];

/** Whether an upper-case text begins with another, by an index of bytes; its characters are letters, digits and those that sort before `~`. */
const beginsWith = (value: SQL, text: string): SQL => {
  const column = pg ? sql`${value} collate "C"` : value;
  return sql`(${column} >= ${text} and ${column} < ${`${text}~`})`;
};

/** Whether the delivery address has a postcode with this beginning; without spaces, in capitals. */
export const hasPostcode = (text: string): SQL =>
  beginsWith(
    pg
      ? sql`upper(replace(${orders.delivery_address} ->> 'postcode', ' ', ''))`
      : sql`upper(replace(json_extract(${orders.delivery_address}, '$.postcode'), ' ', ''))`,
    text,
  );

/** Whether an SKU begins with a text in capitals. */
export const skuBeginsWith = (sku: SQLWrapper, text: string): SQL => beginsWith(sql`upper(${sku})`, text);
