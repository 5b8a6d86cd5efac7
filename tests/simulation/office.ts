import { sql } from 'drizzle-orm';
import { run } from '../../server/db/db.ts';
import { choices } from '../../shared/sync/mutations/resolve-outcome.ts';
import { officeChoices } from '../../shared/sync/office-choices.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Environment } from './tablet.ts';
import type { Warehouse } from './warehouse.ts';

/** The office: it allocates, holds, takes back, cancels, counts and resolves, through the API, while the floor works. */
export class Office {
  readonly #environment: Environment;
  readonly #warehouse: Warehouse;
  readonly #random: SeededRandom;
  readonly #hasWorkOrders: boolean;
  readonly #hasCollections: boolean;

  constructor(
    environment: Environment,
    warehouse: Warehouse,
    { hasWorkOrders, hasCollections }: { hasWorkOrders: boolean; hasCollections: boolean },
  ) {
    this.#environment = environment;
    this.#warehouse = warehouse;
    this.#hasWorkOrders = hasWorkOrders;
    this.#hasCollections = hasCollections;
    this.#random = environment.random.fork();
  }

  /** Calls the API as the office; returns the body, or null if the call is refused or not answered. */
  async call(description: string, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#environment.server.receive(method, path, this.#warehouse.office.token, body);
    this.#environment.history.log(`office: ${description} → ${answer ? answer.status : 'no answer'}`);
    if (answer && answer.status >= 500 && !this.#environment.server.isBusy) throw new Error(`${description}: ${JSON.stringify(answer.body)}`);
    return answer && answer.status < 300 ? answer.body : null;
  }

  #order() {
    return this.#random.one(this.#warehouse.orders) ?? { id: 0, uuid: '' };
  }

  /** Allocates an order and releases it to the floor. */
  async release(order = this.#order()): Promise<void> {
    await this.call(`allocate order ${order.id}`, 'POST', `/api/admin/orders/${order.uuid}/allocate-all`);
    await this.call(`release order ${order.id}`, 'POST', `/api/admin/orders/${order.uuid}/allocate`);
  }

  async takeAction(): Promise<void> {
    const order = this.#order();
    const path = `/api/admin/orders/${order.uuid}`;
    const action = this.#random.weighted<() => Promise<unknown>>([
      [8, () => this.release(order)],
      [2, () => this.release(this.#random.one(this.#warehouse.orders.slice(-2)))],
      [2, () => this.call(`hold order ${order.id}`, 'PUT', path, { is_frozen: true, frozen_reason: 'Waiting for payment' })],
      [4, () => this.call(`let go of order ${order.id}`, 'PUT', path, { is_frozen: false })],
      [1, () => this.call(`un-allocate order ${order.id}`, 'PUT', path, { unallocate: true })],
      [1, () => this.call(`send order ${order.id} back`, 'PUT', path, { sendBack: true })],
      [0.6, () => this.call(`cancel order ${order.id}`, 'POST', `/api/orders/${order.uuid}/cancel`)],
      [1, () => this.call(`reopen order ${order.id}`, 'POST', `${path}/reopen`, { reason: 'Wrong size' })],
      [1, () => this.call(`take order ${order.id} back from its courier`, 'POST', `${path}/set-as-allocated`)],
      [2, () => this.#note(order)],
      [2, () => this.#countStock()],
      [2, () => this.#recordLine()],
      [2, () => this.substitute()],
      [4, () => this.resolve()],
      [5, () => this.#changePurchaseOrder()],
      [1.5, () => this.#reverseReceipt()],
      ...(this.#hasCollections ? [[0.4, () => this.#closeCollection()] as [number, () => Promise<unknown>]] : []),
      ...(this.#hasWorkOrders ? [[6, () => this.#changeWorkOrder()] as [number, () => Promise<unknown>]] : []),
    ]);
    await action?.();
  }

  /** Receives, cancels or closes a purchase order or cancels a part of it, without regard to what the floor does. */
  async #changePurchaseOrder(): Promise<void> {
    const order = this.#random.one(this.#warehouse.purchaseOrders) ?? { id: 0, lines: [] };
    const path = `/api/admin/purchase-orders/${order.id}`;
    const id = this.#random.one(order.lines) ?? 0;
    const qty = this.#random.between(1, 4);
    const action = this.#random.weighted<() => Promise<unknown>>([
      [4, () => this.call(`receive ${qty} of line ${id}`, 'PUT', path, { lines: [{ id, qty_new: qty }], confirm_over_receipt: true })],
      [3, () => this.call(`cancel ${qty} of line ${id}`, 'PUT', `${path}/lines/${id}`, { qty_cancelled: qty })],
      [1, () => this.call(`cancel purchase order ${order.id}`, 'PUT', path, { cancelled: true })],
      [3, () => this.call(`close purchase order ${order.id}`, 'PUT', path, { closed: true })],
    ]);
    await action?.();
  }

  /** Sends garments of a work order out, receives them, reports undecorated or lost ones, or ends the work order. */
  async #changeWorkOrder(): Promise<void> {
    const order = this.#random.one(this.#warehouse.workOrders) ?? { id: 0, lines: [] };
    const path = `/api/admin/purchase-orders/${order.id}`;
    const line_id = this.#random.one(order.lines) ?? 0;
    const qty = this.#random.between(1, 3);
    const undecorated = order.lines.map((id) => ({ line_id: id, qty_returned: this.#random.between(0, 1), qty_lost: this.#random.between(0, 1) }));
    const action = this.#random.weighted<() => Promise<unknown>>([
      [8, () => this.call(`send out ${qty} of line ${line_id}`, 'PUT', path, { sent_out: [{ line_id, quantity: qty }] })],
      [2, () => this.call(`receive ${qty} of line ${line_id}`, 'PUT', path, { lines: [{ id: line_id, qty_new: qty }] })],
      [1.5, () => this.call(`take back ${qty} of line ${line_id}`, 'PUT', path, { not_decorated: [{ line_id, qty_returned: qty, qty_lost: 0 }] })],
      [0.3, () => this.call(`close work order ${order.id}`, 'PUT', path, { closed: true, not_decorated: undecorated })],
      [0.2, () => this.call(`cancel work order ${order.id}`, 'PUT', path, { cancelled: true, not_decorated: undecorated })],
    ]);
    await action?.();
  }

  async #closeCollection(): Promise<void> {
    const id = this.#random.between(1, 2);
    await this.call(`close collection ${id}`, 'POST', `/api/admin/collections/${id}/close`);
  }

  async #reverseReceipt(): Promise<void> {
    const receipt = this.#random.one(
      this.#environment.server.connection
        .prepare(
          `select distinct receipts.id, line.purchase_order_id from receipts join receipt_lines on receipt_id = receipts.id
            join purchase_order_lines line on line.id = purchase_order_line_id where reversed_at is null order by receipts.id`,
        )
        .all() as { id: number; purchase_order_id: number }[],
    );
    if (!receipt) return;
    const path = `/api/admin/purchase-orders/${receipt.purchase_order_id}/receipts/${receipt.id}/reverse`;
    await this.call(`reverse receipt ${receipt.id}`, 'POST', path, { reason: 'Not ours' });
  }

  /** Writes a note on an order, and gives a SKU another bin. The SKU may be on an order line, or share only its style with a SKU on a line. */
  async #note({ id }: { id: number }): Promise<void> {
    const n = this.#random.between(1, 99);
    const { products } = this.#warehouse;
    const product = products[n % products.length] ?? 0;
    this.#environment.history.log(`office: a note on order ${id}, and bin B-${n} for SKU ${product}`);
    await this.#environment.server.unitOfWork(async (db) => {
      await run(db, sql`update orders set customer_notes = ${`Note ${n}`} where id = ${id}`);
      await run(db, sql`update products set bin = ${`B-${n}`} where id = ${product}`);
    });
  }

  #countStock(): Promise<unknown> {
    const product = this.#random.one(this.#warehouse.products) ?? 0;
    const value = this.#random.chance(0.3) ? this.#random.between(0, 3) : this.#random.between(4, 20);
    return this.call(`count SKU ${product} as ${value}`, 'PUT', `/api/admin/products/${product}`, { field: 'qty_available', value });
  }

  /** A super corrects a line at the desk. */
  async #recordLine(): Promise<unknown> {
    const line = this.#random.one(
      this.#environment.server.connection
        .prepare(
          `select pick_lines.id, pick_lines.product_id, qty_allocated from pick_lines join picks on picks.id = pick_id where state in ('picking') order by pick_lines.id`,
        )
        .all() as { id: number; product_id: number; qty_allocated: number }[],
    );
    if (!line) return null;
    this.#environment.history.assertLine(line.id, line.product_id);
    const qty_picked = this.#random.chance(0.6) ? line.qty_allocated : this.#random.between(0, line.qty_allocated);
    return await this.call(`record ${qty_picked} on line ${line.id}`, 'PUT', `/api/admin/picking/lines/${line.id}`, { qty_picked });
  }

  /** Substitutes the SKU of a line that nobody has begun to pick. */
  async substitute(): Promise<void> {
    const { server, history } = this.#environment;
    const line = this.#random.one(
      server.connection
        .prepare(
          `select line.id, line.order_line_id, line.product_id, line.qty_allocated as qty from pick_lines line join picks on picks.id = pick_id
            where state in ('released', 'picking', 'paused') and qty_picked = 0 and line.qty_allocated > 0 order by line.id`,
        )
        .all() as { id: number; order_line_id: number; product_id: number; qty: number }[],
    );
    const other = line && this.#random.one(this.#warehouse.products.filter((id) => id !== line.product_id));
    if (!line || !other) return;
    await server.unitOfWork(async (db) => {
      const free = server.connection
        .prepare('select qty_available - qty_allocated - qty_at_decorator as qty from stock_levels where product_id = ?')
        .get(other) as {
        qty: number;
      };
      const untouched = server.connection.prepare(
        'select 1 from pick_lines where id = ? and qty_picked = 0 and product_id = ? and qty_allocated = ?',
      );
      if (free.qty < line.qty || !untouched.get(line.id, line.product_id, line.qty)) return;
      history.log(`office: SKU ${other} in place of ${line.product_id} on line ${line.id}`);
      await run(db, sql`update pick_lines set product_id = ${other}, fact_version = fact_version + 1 where id = ${line.id}`);
      await run(db, sql`update order_lines set picked_product_id = ${other} where id = ${line.order_line_id}`);
      await run(db, sql`update stock_levels set qty_allocated = qty_allocated - ${line.qty} where product_id = ${line.product_id}`);
      await run(db, sql`update stock_levels set qty_allocated = qty_allocated + ${line.qty} where product_id = ${other}`);
    });
  }

  async attention(): Promise<{ kind: string; m: string; qty: number | null }[]> {
    const list = (await this.call('look at what needs attention', 'GET', '/api/admin/attention')) as {
      items: { kind: string; m: string; qty: number | null }[];
    } | null;
    return list?.items ?? [];
  }

  async resolve(): Promise<void> {
    const item = this.#random.one(await this.attention());
    if (!item) return;
    const isOfGoods = item.kind === 'discrepancy' || item.kind === 'set_aside';
    const choice = this.#random.one(isOfGoods ? officeChoices : choices) ?? 'dismiss';
    await this.call(`resolve ${item.kind} ${this.#environment.history.nameOf(item.m)}: ${choice}`, 'POST', `/api/admin/attention/${item.m}/resolve`, {
      choice,
      // The office confirms that the task's whole quantity is back on the shelf.
      ...(item.kind === 'shelf_task' && { qty: item.qty }),
    });
  }
}
