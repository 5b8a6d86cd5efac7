import { orderNumber } from '../../../shared/ordering/order-number.ts';
import type { StatusName } from '../../../shared/ordering/order-status.ts';
import type { PickState } from '../../../shared/picking/pick-states.ts';
import type { Loader } from '../../db/load-rows.ts';
import {
  consignments,
  dispatches,
  dispatchLines,
  dispatchOrders,
  floorOrders,
  orderEmployees,
  orderLines,
  orders,
  pickLines,
  picks,
  stockMovements,
} from '../../db/tables/index.ts';
import { type Random, uuidOf } from '../random.ts';
import type { Client } from './load-clients.ts';
import type { Sku } from './load-range.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The stage of an order, which decides the rows that it has. */
type Stage = Exclude<StatusName, 'part_shipped'> | 'part_allocated' | 'fully_allocated' | 'part_shipped';

const pickStateOf: Partial<Record<Stage, PickState>> = {
  allocated: 'released',
  picking: 'picking',
  picking_paused: 'paused',
  picked: 'picked',
  booked: 'booked',
  waiting_for_courier: 'awaiting_courier',
  shipped: 'shipped',
  part_shipped: 'shipped',
};
const statusOf = (stage: Stage): StatusName => (stage === 'part_allocated' || stage === 'fully_allocated' ? 'submitted' : stage);

/** The stages of the last fortieth of all orders; all earlier orders are finished. */
const openStages: readonly Stage[] = [
  ...Array<Stage>(6).fill('draft'),
  ...Array<Stage>(3).fill('requested'),
  ...Array<Stage>(20).fill('submitted'),
  ...Array<Stage>(12).fill('part_allocated'),
  ...Array<Stage>(8).fill('fully_allocated'),
  ...Array<Stage>(9).fill('allocated'),
  ...Array<Stage>(3).fill('picking'),
  'picking_paused',
  ...Array<Stage>(4).fill('picked'),
  ...Array<Stage>(4).fill('booked'),
  ...Array<Stage>(3).fill('waiting_for_courier'),
  ...Array<Stage>(9).fill('part_shipped'),
  ...Array<Stage>(16).fill('shipped'),
  ...Array<Stage>(2).fill('cancelled'),
];
const openShare = 40;

/** The number of lines of eight consecutive orders: thirty-two in all, so four on average. */
const lineCounts = [2, 6, 3, 5, 4, 4, 1, 7] as const;
const decorations = ['Logo, left breast', 'Logo, left breast and back', null, null] as const;

/** The numbers of shipped and of allocated items of each SKU. The stock must cover both. */
export interface Used {
  shipped: Map<number, number>;
  allocated: Map<number, number>;
  /** Some of the shipped lines, for returns. */
  returnable: { order_id: number; order_line_id: number; product_id: number; requester_id: number; at: number }[];
}

interface OrderTimes {
  /** The time that counts as now in the data, in milliseconds. */
  today: number;
  /** The length of the period in which the orders were made, in milliseconds. */
  span: number;
}

const ordersAtOnce = 4000;

/** Insert orders with everything that belongs to them, oldest first. Stock movements get ids after `movementsFrom`. */
export async function loadOrders(
  loader: Loader,
  count: number,
  clients: readonly Client[],
  staff: { office: number; pickers: readonly number[] },
  { today, span }: OrderTimes,
  random: Random,
  movementsFrom: number,
): Promise<Used> {
  const used: Used = { shipped: new Map(), allocated: new Map(), returnable: [] };
  const add = (to: Map<number, number>, sku: Sku, qty: number): void => void to.set(sku.id, (to.get(sku.id) ?? 0) + qty);
  const time = (ms: number): string => new Date(Math.min(ms, today)).toISOString();

  let batch = emptyBatch();
  let [lineId, pickId, pickLineId, dispatchId, movementId] = [0, 0, 0, 0, movementsFrom];
  const openFrom = count - Math.ceil(count / openShare);

  for (let n = 0; n < count; n++) {
    const id = n + 1;
    const stage: Stage = n < openFrom ? (random.chance(2) ? 'cancelled' : 'shipped') : random.pick(openStages);
    const at = today - span + Math.floor((span * n) / count) - random.whole(0, 3 * hour);
    // A few large clients order most: the first alone orders a quarter.
    const client = random.chance(20) ? clients[0] : clients[Math.floor(random.next() ** 2 * clients.length)];
    const site = client && random.pick(client.sites);
    const requester = site?.wearers[0];
    if (!client || !site || !requester) throw new Error('Every site needs somebody who orders');
    const isSubmitted = stage !== 'draft' && stage !== 'requested';
    const pickState = pickStateOf[stage];
    const releasedAt = Math.min(at + random.whole(2, 40) * hour, today);
    const isPicked = pickState !== undefined && pickState !== 'released' && pickState !== 'picking' && pickState !== 'paused';
    const isGone = pickState === 'shipped';
    const endedAt = Math.min(releasedAt + random.whole(3, 30) * hour, today);

    batch.orders.push({
      id,
      uuid: uuidOf(random, new Date(at)),
      account_id: client.id,
      creator_id: requester.id,
      requester_id: requester.id,
      delivery_site_id: site.id,
      delivery_address: site.address,
      contact_name: site.contact,
      client_po_reference: id % 3 ? `PO-${500_000 + id}` : null,
      terms_accepted_at: isSubmitted ? time(at) : null,
      requested_at: stage === 'requested' ? time(at) : null,
      submitted_at: isSubmitted ? time(at) : null,
      cancelled_at: stage === 'cancelled' ? time(at + day) : null,
      cancelled_by: stage === 'cancelled' ? requester.id : null,
      printed_at: pickState ? time(releasedAt) : null,
      status: statusOf(stage),
      version: 1,
      created_at: time(at - hour),
      status_since: time(isGone ? endedAt : pickState ? releasedAt : at),
    });

    const wearers = new Set([random.pick(site.wearers), random.pick(site.wearers)]);
    for (const { id: employee_id } of wearers) batch.orderEmployees.push({ order_id: id, employee_id });
    const remainingWearers = [...wearers];

    const pick_id = pickState ? ++pickId : 0;
    const hasDispatch = pickState === 'awaiting_courier' || isGone;
    const dispatch_id = hasDispatch ? ++dispatchId : 0;
    const lines = lineCounts[n % lineCounts.length] ?? 4;
    for (let l = 0; l < lines; l++) {
      const sku = random.pick(client.range.skus);
      const wearer = remainingWearers[l % remainingWearers.length] ?? requester;
      const line_id = ++lineId;
      const qty = random.whole(1, 5);
      const isLeftOut = stage === 'part_shipped' && l > 0 && l >= lines / 2;
      const part = stage === 'part_shipped' && lines === 1 && qty > 1 ? qty - 1 : qty;
      const qtyShipped = isGone && !isLeftOut ? part : 0;
      let allocated = 0;
      if (stage === 'fully_allocated' || (pickState && !isGone)) allocated = qty;
      else if (stage === 'part_allocated') allocated = l % 2 ? 0 : random.whole(1, qty);
      if (qtyShipped) add(used.shipped, sku, qtyShipped);
      if (allocated) add(used.allocated, sku, allocated);

      batch.orderLines.push({
        id: line_id,
        order_id: id,
        employee_id: wearer.id,
        product_id: sku.id,
        product_name: sku.name,
        employee_role_id: wearer.employee_role_id,
        decoration: random.pick(decorations),
        qty_requested: qty,
        qty_cancelled: 0,
        qty_allocated: allocated,
        qty_shipped: qtyShipped,
        unit_price: sku.price,
        vat_rate: 20,
        is_size_selected: true,
        created_at: time(at - hour),
      });
      const qty_picked = qtyShipped || (pickState && !isGone ? allocated : 0);
      if (pickState && qty_picked) {
        const qtyPicked = isPicked || (pickState !== 'released' && l === 0) ? qty_picked : 0;
        batch.pickLines.push({
          id: ++pickLineId,
          pick_id,
          order_line_id: line_id,
          product_id: sku.id,
          qty_allocated: qty_picked,
          qty_picked: qtyPicked,
          picked_by: qtyPicked ? (staff.pickers[pick_id % staff.pickers.length] ?? null) : null,
          picked_at: qtyPicked ? time(releasedAt + hour) : null,
        });
        if (hasDispatch) batch.dispatchLines.push({ dispatch_id, order_id: id, order_line_id: line_id, product_id: sku.id, quantity: qty_picked });
      }
      if (qtyShipped) {
        batch.movements.push({
          id: ++movementId,
          product_id: sku.id,
          type: 'DISPATCH',
          qty: -qtyShipped,
          reference: orderNumber(id),
          dispatch_id,
          user_id: staff.office,
          created_at: time(endedAt),
        });
        if (l === 0 && stage === 'shipped' && id % 97 === 0 && qtyShipped === qty) {
          used.returnable.push({ order_id: id, order_line_id: line_id, product_id: sku.id, requester_id: requester.id, at: endedAt + 3 * day });
        }
      }
    }
    // An order of one item cannot be part shipped, so it is finished.
    const last = batch.orders.at(-1);
    if (stage === 'part_shipped' && last && lines === 1) {
      const only = batch.orderLines.at(-1);
      if (only && only.qty_shipped === only.qty_requested) last.status = 'shipped';
    }

    if (pickState) {
      batch.picks.push({
        id: pick_id,
        order_id: id,
        state: pickState,
        picker_id: pickState === 'released' ? null : (staff.pickers[pick_id % staff.pickers.length] ?? null),
        released_at: time(releasedAt),
        started_at: pickState === 'released' ? null : time(releasedAt + hour / 2),
        claimed_at: pickState === 'released' ? null : time(releasedAt + hour / 2),
        picked_at: isPicked ? time(releasedAt + hour) : null,
        booked_at: isPicked && pickState !== 'picked' ? time(releasedAt + 2 * hour) : null,
        ended_at: isGone ? time(endedAt) : null,
      });
      if (!isGone) batch.floorOrders.push({ order_id: id, entered_v: 0 });
    }
    if (hasDispatch) {
      batch.dispatches.push({
        id: dispatch_id,
        account_id: client.id,
        site_id: site.id,
        state: isGone ? 'shipped' : 'requested',
        service_key: lines > 4 ? '260' : '250',
        total_weight: lines,
        total_items: 1,
        delivery_address: site.address,
        contact_name: site.contact,
        requested_by: staff.office,
        created_at: time(releasedAt + 2 * hour),
        dispatched_at: isGone ? time(endedAt) : null,
      });
      batch.dispatchOrders.push({ dispatch_id, order_id: id, pick_id });
      if (isGone)
        batch.consignments.push({
          dispatch_id,
          carrier: 'manual',
          consignment_number: `KR${10_000_000 + dispatch_id}`,
          tracking_number: `155${String(10_000_000_000 + dispatch_id)}`,
          created_at: time(endedAt),
        });
    }
    if ((n + 1) % ordersAtOnce === 0 || n + 1 === count) {
      await flush(loader, batch);
      batch = emptyBatch();
    }
  }
  return used;
}

type Rows<Table extends { $inferInsert: unknown }> = Table['$inferInsert'][];

const emptyBatch = () => ({
  orders: [] as Rows<typeof orders>,
  orderEmployees: [] as Rows<typeof orderEmployees>,
  orderLines: [] as Rows<typeof orderLines>,
  picks: [] as Rows<typeof picks>,
  pickLines: [] as Rows<typeof pickLines>,
  dispatches: [] as Rows<typeof dispatches>,
  dispatchOrders: [] as Rows<typeof dispatchOrders>,
  dispatchLines: [] as Rows<typeof dispatchLines>,
  consignments: [] as Rows<typeof consignments>,
  floorOrders: [] as Rows<typeof floorOrders>,
  movements: [] as Rows<typeof stockMovements>,
});

async function flush(loader: Loader, batch: ReturnType<typeof emptyBatch>): Promise<void> {
  await loader.load(orders, batch.orders);
  await loader.load(orderEmployees, batch.orderEmployees);
  await loader.load(orderLines, batch.orderLines);
  await loader.load(picks, batch.picks);
  await loader.load(pickLines, batch.pickLines);
  await loader.load(dispatches, batch.dispatches);
  await loader.load(dispatchOrders, batch.dispatchOrders);
  await loader.load(dispatchLines, batch.dispatchLines);
  await loader.load(consignments, batch.consignments);
  await loader.load(floorOrders, batch.floorOrders);
  await loader.load(stockMovements, batch.movements);
}
