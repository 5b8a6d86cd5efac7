import BetterSqlite from 'better-sqlite3';

/** Milliseconds within which 95 of 100 searches over everything of the office are answered. */
export const MAX_SEARCH_MS = 50;

/** A text that the office types in the field that finds everything, and what kind of text it is. */
export interface SearchedText {
  name: string;
  text: string;
}

/** Texts of every kind that the field finds, from the data; also parts that match much, and a text that matches nothing. */
export function searchedTexts(file: string): SearchedText[] {
  const connection = new BetterSqlite(file, { readonly: true });
  const one = (query: string): string => (connection.prepare(query).pluck().get() as string | number | null)?.toString() ?? '';
  const number = one('select max(id) - 53 from orders').padStart(5, '0');
  const po = one('select client_po_reference from orders where client_po_reference is not null and deleted_at is null order by id desc limit 1');
  const name = one(`select forenames || ' ' || surname from users where role = 'employee' and deleted_at is null order by id desc limit 1`);
  const surname = one(`select surname from users where role = 'employee' group by surname order by count(*) desc limit 1`);
  const sku = one('select sku from products where parent_id is not null and deleted_at is null order by id desc limit 1');
  const texts: SearchedText[] = [
    { name: 'order number', text: number },
    { name: 'last digits of a number', text: number.slice(-3) },
    { name: 'one digit', text: '7' },
    { name: 'PO reference', text: po },
    { name: 'part of a PO reference', text: po.slice(2, -2) },
    { name: 'part of every PO reference', text: po.slice(0, 3) },
    { name: 'tracking number', text: one('select tracking_number from consignments order by id desc limit 1') },
    { name: 'part of a courier’s number', text: one('select consignment_number from consignments order by id desc limit 1').slice(1) },
    { name: 'name of a wearer', text: name },
    { name: 'most frequent surname', text: surname },
    { name: 'beginning of a name', text: surname.slice(0, 3) },
    { name: 'two letters', text: 'an' },
    { name: 'employee number', text: one('select employee_number from users where employee_number is not null order by id desc limit 1') },
    { name: 'SKU', text: sku },
    { name: 'beginning of a SKU', text: sku.slice(0, 5) },
    { name: 'words of products', text: 'polo navy' },
    { name: 'client', text: one('select name from accounts order by id desc limit 1') },
    { name: 'purchase order', text: one('select our_reference from purchase_orders order by id desc limit 1') },
    { name: 'supplier', text: one('select name from suppliers order by id limit 1') },
    { name: 'site', text: one('select name from sites order by id desc limit 1') },
    { name: 'postcode', text: one(`select json_extract(delivery_address, '$.postcode') from sites order by id desc limit 1`) },
    { name: 'nothing', text: 'no-such-thing-9' },
  ];
  connection.close();
  return texts;
}
