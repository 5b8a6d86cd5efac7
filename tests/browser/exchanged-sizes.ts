import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Records in a product's data that many items of a style in one size were returned for another size. The demo has no exchanges. */
export function exchangeSizes(data: string, from: number, to: number, quantity = 500): void {
  const database = new Database(join(data, 'kitroom.db'));
  const idOf = (query: string): number => (database.prepare(query).get() as { id: number }).id;
  const line = database.prepare('select id, order_id from order_lines order by id limit 1').get() as { id: number; order_id: number };
  const at = new Date().toISOString();
  const insertReturn = database.prepare('insert into returns (order_id, creator_id, created_at) values (?, ?, ?)');
  const { lastInsertRowid } = insertReturn.run(line.order_id, idOf("select id from users where role = 'super' limit 1"), at);
  database
    .prepare(
      'insert into return_lines (return_id, order_line_id, product_id, exchange_product_id, reason_id, qty_requested) values (?, ?, ?, ?, ?, ?)',
    )
    .run(lastInsertRowid, line.id, from, to, idOf('select id from return_reasons limit 1'), quantity);
  database.close();
}
