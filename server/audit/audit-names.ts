import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { kindOfField, type NamedKind, type Names } from '../../shared/audit/id-fields.ts';
import { collectionNumber } from '../../shared/collections/collection-number.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { among, idList } from '../db/among.ts';
import { type Db, rows } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import {
  accounts,
  allowances,
  categories,
  clothingSets,
  employeeRoles,
  errorCodes,
  orderLines,
  pickLines,
  picks,
  products,
  purchaseOrderLines,
  purchaseOrders,
  returnLines,
  returnReasons,
  returns,
  sites,
  supplierReturnLines,
  suppliers,
  users,
} from '../db/tables/index.ts';

/** The ids in an audit row. */
interface Row {
  on_type: string;
  on_id: number | null;
  before: unknown;
  after: unknown;
}

type Ids = Map<NamedKind, Set<number>>;

/** The kind of each type of record that has a name and that an audit row can be about. */
const kindsOn: Readonly<Record<string, NamedKind>> = {
  account: 'account',
  allowance: 'allowance',
  clothing_set: 'clothing_set',
  collection: 'collection',
  dispatch: 'dispatch',
  employee_role: 'employee_role',
  error_code: 'error_code',
  order: 'order',
  order_line: 'order_line',
  order_mail: 'order',
  pick: 'pick',
  product: 'product',
  purchase_order: 'purchase_order',
  return: 'return',
  site: 'site',
  stock: 'product',
  supplier: 'supplier',
  supplier_return: 'supplier_return',
  user: 'user',
};

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

function note(ids: Ids, kind: NamedKind, id: number): void {
  const idsOfKind = ids.get(kind);
  if (idsOfKind) idsOfKind.add(id);
  else ids.set(kind, new Set([id]));
}

/** Collects every id in a value of an audit row, at any depth. */
function collect(ids: Ids, on_type: string, value: unknown): void {
  if (Array.isArray(value)) for (const part of value) collect(ids, on_type, part);
  else if (typeof value === 'object' && value !== null) {
    for (const [field, part] of Object.entries(value)) {
      const kind = kindOfField(on_type, field);
      const parts = Array.isArray(part) ? part : [part];
      if (kind) for (const one of parts) if (isId(one)) note(ids, kind, one);
      collect(ids, on_type, part);
    }
  }
}

function idsOf(row: Row): Ids {
  const ids: Ids = new Map();
  const kind = kindsOn[row.on_type];
  if (kind && row.on_id !== null) note(ids, kind, row.on_id);
  collect(ids, row.on_type, row.before);
  collect(ids, row.on_type, row.after);
  return ids;
}

/** For each kind of record that has a number as its name, the function that makes the number from the record's id. */
const numbers: Partial<Record<NamedKind, (id: number) => string>> = {
  collection: collectionNumber,
  dispatch: dispatchNumber,
  order: orderNumber,
  return: returnNumber,
  supplier_return: returnNumber,
};

const selectName = (id: SQLWrapper, name: unknown, from: SQL, list: string): SQL =>
  sql`select ${id} as id, ${name} as name from ${from} where ${among(sql`${id}`, list)}`;

/** The name of an order line, followed by the name of the line's wearer. The query has to join `users` as the wearer. */
const lineName = sql`${orderLines.product_name} || ', ' || ${personName(users)}`;
/** The name of a product. */
const productName = sql`${products.sku} || ' ' || ${products.name}`;

/** For each kind of record, the query that reads the names of the records with the listed ids. */
const queries: Partial<Record<NamedKind, (list: string) => SQL>> = {
  account: (list) => selectName(accounts.id, accounts.name, sql`${accounts}`, list),
  category: (list) => selectName(categories.id, categories.name, sql`${categories}`, list),
  clothing_set: (list) => selectName(clothingSets.id, clothingSets.name, sql`${clothingSets}`, list),
  allowance: (list) => selectName(allowances.id, allowances.name, sql`${allowances}`, list),
  employee_role: (list) => selectName(employeeRoles.id, employeeRoles.name, sql`${employeeRoles}`, list),
  error_code: (list) => selectName(errorCodes.id, errorCodes.code, sql`${errorCodes}`, list),
  order_line: (list) => selectName(orderLines.id, lineName, sql`${orderLines} join ${users} on ${eq(users.id, orderLines.employee_id)}`, list),
  pick: (list) => selectName(picks.id, picks.order_id, sql`${picks}`, list),
  pick_line: (list) =>
    selectName(pickLines.id, orderLines.product_name, sql`${pickLines} join ${orderLines} on ${eq(orderLines.id, pickLines.order_line_id)}`, list),
  product: (list) => selectName(products.id, productName, sql`${products}`, list),
  purchase_order: (list) => selectName(purchaseOrders.id, purchaseOrders.our_reference, sql`${purchaseOrders}`, list),
  purchase_order_line: (list) =>
    selectName(
      purchaseOrderLines.id,
      productName,
      sql`${purchaseOrderLines} join ${products} on ${eq(products.id, purchaseOrderLines.product_id)}`,
      list,
    ),
  return_line: (list) =>
    selectName(
      returnLines.id,
      lineName,
      sql`${returnLines} join ${orderLines} on ${eq(orderLines.id, returnLines.order_line_id)} join ${users} on ${eq(users.id, orderLines.employee_id)}`,
      list,
    ),
  return_reason: (list) => selectName(returnReasons.id, returnReasons.description, sql`${returnReasons}`, list),
  site: (list) => selectName(sites.id, sites.name, sql`${sites}`, list),
  supplier: (list) => selectName(suppliers.id, suppliers.name, sql`${suppliers}`, list),
  supplier_return_line: (list) =>
    selectName(
      supplierReturnLines.id,
      productName,
      sql`${supplierReturnLines} join ${products} on ${eq(products.id, supplierReturnLines.product_id)}`,
      list,
    ),
  user: (list) => selectName(users.id, personName(users), sql`${users}`, list),
};

/** For each audit row, the names of all records whose ids it contains; one query for each kind of record. */
export async function namesOf(db: Db, audited: readonly Row[]): Promise<Names[]> {
  const perRow = audited.map(idsOf);
  const all: Ids = new Map();
  for (const ids of perRow) for (const [kind, some] of ids) for (const id of some) note(all, kind, id);
  const names = new Map<NamedKind, Map<number, string>>();
  for (const [kind, ids] of all) {
    const query = queries[kind];
    const number = numbers[kind];
    const namesQuery = query
      ? await rows<{ id: number; name: string | number }>(db, query(idList([...ids])))
      : [...ids].map((id) => ({ id, name: number?.(id) ?? '' }));
    names.set(kind, new Map(namesQuery.map(({ id, name }) => [Number(id), kind === 'pick' ? `order ${orderNumber(Number(name))}` : String(name)])));
  }
  return perRow.map((ids) =>
    Object.fromEntries(
      [...ids].map(([kind, some]) => [
        kind,
        Object.fromEntries(
          [...some].flatMap((id) => {
            const name = names.get(kind)?.get(id);
            return name ? [[id, name]] : [];
          }),
        ),
      ]),
    ),
  );
}

/** The field in which an audit row records the name of its subject, for kinds whose record may be deleted. */
const recordedNames: Readonly<Record<string, string>> = { order_line: 'product_name', import_mapping: 'name' };

/** The name of the record that an audit row is about; null if no name is known. For a deleted line or import mapping, the name in the audit row. */
export function nameOn({ on_type, on_id, before, after }: Row, names: Names): string | null {
  const kind = kindsOn[on_type];
  const name = (kind && on_id !== null && names[kind]?.[String(on_id)]) || null;
  const recorded = recordedNames[on_type];
  return name ?? (recorded ? (textIn(after, recorded) ?? textIn(before, recorded)) : null);
}

const valueIn = (thing: unknown, name: string): unknown =>
  thing && typeof thing === 'object' ? (thing as Record<string, unknown>)[name] : undefined;
const textIn = (thing: unknown, name: string): string | null => {
  const value = valueIn(thing, name);
  return typeof value === 'string' ? value : null;
};

/** The query that finds the order id of a record, for each kind of record that belongs to an order. */
const orderIds: Readonly<Record<string, (list: string) => SQL>> = {
  order_line: (list) => sql`select ${orderLines.id} as id, ${orderLines.order_id} as order_id from ${orderLines} where ${among(orderLines.id, list)}`,
  return: (list) => sql`select ${returns.id} as id, ${returns.order_id} as order_id from ${returns} where ${among(returns.id, list)}`,
  pick: (list) => sql`select ${picks.id} as id, ${picks.order_id} as order_id from ${picks} where ${among(picks.id, list)}`,
};

/** The id of the order to which each audit row's record belongs, row by row; null if the record belongs to no order or to several. */
export async function ordersOf(db: Db, audited: readonly Row[]): Promise<(number | null)[]> {
  const orderIdOf = new Map<string, number>();
  for (const [type, query] of Object.entries(orderIds)) {
    const ids = [...new Set(audited.flatMap(({ on_type, on_id }) => (on_type === type && on_id !== null ? [on_id] : [])))];
    const those = ids.length ? await rows<{ id: number; order_id: number }>(db, query(idList(ids))) : [];
    for (const { id, order_id } of those) orderIdOf.set(`${type} ${id}`, Number(order_id));
  }
  return audited.map(({ on_type, on_id, before, after }) => {
    if (on_type === 'order' || on_type === 'order_mail') return on_id;
    const recorded = valueIn(after, 'order_id') ?? valueIn(before, 'order_id');
    return orderIdOf.get(`${on_type} ${on_id}`) ?? (on_type in orderIds && isId(recorded) ? recorded : null);
  });
}
