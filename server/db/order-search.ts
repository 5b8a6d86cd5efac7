import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldText } from '../../shared/folded.ts';
import { containing } from './contains.ts';
import { pg } from './dialect.ts';
import { foldedColumn, storedFold } from './folded.ts';
import { orders } from './tables/index.ts';

/** The minimum length of a part of a PO reference that an index can find. */
export const PO_PART_MIN = 3;

/** A text of at least `PO_PART_MIN` characters in the format that `hasPoPart` takes. */
export const poPart = (text: string): string => (pg ? containing(foldText(text)) : `"${foldText(text).replaceAll('"', '""')}"`);

/** The condition that an order's PO reference contains a text made by `poPart`; an index finds the orders. */
export const hasPoPart = (part: string | Placeholder): SQL =>
  pg ? sql`${foldedColumn(orders.client_po_reference)} like ${part}` : sql`${orders.id} in (${idsWithPoPart(part)})`;

/** A query for the ids of the orders whose PO reference contains `part`, deleted orders included, in no particular sequence. */
export const idsWithPoPart = (part: string | Placeholder): SQL =>
  pg
    ? sql`select ${orders.id} as id from ${orders} where ${foldedColumn(orders.client_po_reference)} like ${part}`
    : sql`select rowid as id from order_po_parts where order_po_parts match ${part}`;

/** The orders table for searches over all orders that are not deleted: SQLite is told to read `orders_newest`, which has the searched columns. */
export const scannedOrders: SQL = pg ? sql`${orders}` : sql`${orders} indexed by orders_newest`;

/** Fills the search index of PO references after a bulk load without triggers. Only SQLite has this index as a table. */
export const fillPoParts: readonly string[] = pg
  ? []
  : [
      `insert into order_po_parts (rowid, client_po_reference) select id, ${storedFold('client_po_reference')} from orders where client_po_reference is not null`,
    ];

/**
 * The condition that `value` begins with `text`. It can use an index that compares bytes. `value` is in upper case, and has only letters, digits and
 * other characters that sort before `~`.
 */
const beginsWith = (value: SQL, text: string): SQL => {
  const column = pg ? sql`${value} collate "C"` : value;
  return sql`(${column} >= ${text} and ${column} < ${`${text}~`})`;
};

/** Whether an address, by default the delivery address of an order, has a postcode that begins with this text, which is in capitals without spaces. */
export const hasPostcode = (text: string, address: SQLWrapper = orders.delivery_address): SQL =>
  beginsWith(
    pg ? sql`upper(replace(${address} ->> 'postcode', ' ', ''))` : sql`upper(replace(json_extract(${address}, '$.postcode'), ' ', ''))`,
    text,
  );

/** Whether an SKU begins with a text in capitals. */
export const skuBeginsWith = (sku: SQLWrapper, text: string): SQL => beginsWith(sql`upper(${sku})`, text);
