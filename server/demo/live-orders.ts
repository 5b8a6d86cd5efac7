import { eq } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { allocateLine } from '../allocation/allocate-line.ts';
import { allocateOrder } from '../allocation/allocate-order.ts';
import { holdOrder } from '../allocation/hold-order.ts';
import { releaseOrder } from '../allocation/release-order.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { requestDispatch } from '../dispatch/request-dispatch.ts';
import { setTracking } from '../dispatch/set-tracking.ts';
import { addLines } from '../ordering/add-lines.ts';
import { cancelOrder } from '../ordering/cancel-order.ts';
import { changeOrder } from '../ordering/change-order.ts';
import { declineRequest } from '../ordering/decline-request.ts';
import { startOrder } from '../ordering/start-order.ts';
import { completePick } from '../picking/complete-pick.ts';
import { findOpenPick } from '../picking/find-pick.ts';
import { linesOfPick } from '../picking/find-pick-line.ts';
import { pausePick } from '../picking/pause-pick.ts';
import { recordPick } from '../picking/record-pick.ts';
import { startPick } from '../picking/start-pick.ts';
import { completePrep } from '../prep/complete-prep.ts';
import { type DemoWorld, minutesOn } from './demo-world.ts';
import { returnOrder } from './live-returns.ts';
import type { PlannedOrder } from './plan-demo-orders.ts';
import { uuidOf } from './random.ts';
import type { Life } from './timeline.ts';

const hour = 60;
const dayMs = 24 * 3_600_000;

const notes = [
  'Please deliver to the side entrance and ring for goods-in.',
  'New starters on Monday: needed by Friday if at all possible.',
  'Bag by person, please, with the name on the outside.',
  'Closed between 12:30 and 13:15.',
];
const holds = [
  'Credit stop: an invoice is overdue by 40 days.',
  'The client asks us to wait for its new logo.',
  'Delivery address in question: the site says it is moving.',
];
const declines = [
  'Over what is left for your site this quarter; please leave out the softshell.',
  'You had the same trousers last month. Talk to me first.',
];

interface Started {
  id: number;
  uuid: string;
}

const requirePerson = (person: Actor | undefined): Actor => {
  if (!person) throw new Error('The demo needs one person for every step');
  return person;
};

/** The calendar date `days` days after the demo's present time. */
const daysLater = ({ timeline }: DemoWorld, days: number): string => ukDate(new Date(timeline.now.getTime() + days * dayMs).toISOString());

/** A time `from` to `to` minutes later. If it is four days or more before today and outside working hours, it moves to the next working hours. */
function later(world: DemoWorld, from: number, to: number): Date {
  const at = minutesOn(world, world.random.whole(from, to));
  if (world.today.getTime() - at.getTime() < 4 * dayMs) return at;
  while (at.getUTCHours() >= 17 || at.getUTCHours() < 7 || at.getUTCDay() % 6 === 0) at.setUTCMinutes(at.getUTCMinutes() + 53);
  return at;
}

/** A time `from` to `to` minutes before today, but at least a minute after the world's present time. */
const shortlyBefore = (world: DemoWorld, from: number, to: number): Date =>
  new Date(Math.max(minutesOn(world, 1).getTime(), world.today.getTime() - world.random.whole(from, to) * 60_000));

/** Everything that happens to one order, from its start to its last stage. Each step runs a command of the product itself. */
export async function* liveOrder(world: DemoWorld, plan: PlannedOrder): Life {
  yield plan.begins;
  const order = await begin(world, plan);
  for (const wearer of new Set(plan.wishes.map((wish) => wish.wearer))) {
    yield minutesOn(world, world.random.whole(1, 4));
    await wish(world, plan, order, wearer.id);
  }
  if (plan.end === 'draft') return;

  yield minutesOn(world, world.random.whole(2, 25));
  yield* submit(world, plan, order);
  if (['requested', 'declined', 'submitted', 'unsized'].includes(plan.end)) return;

  const isRecent = world.today.getTime() - plan.begins.getTime() < 4 * dayMs;
  yield isRecent ? later(world, hour, 4 * hour) : later(world, 2 * hour, 30 * hour);
  if (plan.end === 'cancelled') return void (await cancel(world, plan, order));
  await allocate(world, plan, order);
  if (plan.end === 'held') {
    yield later(world, 20, 50);
    await holdOrder(world.as(requirePerson(world.staff('super')[0])), order.uuid, { is_frozen: true, frozen_reason: world.random.pick(holds) });
  }
  if (['held', 'short', 'part_allocated', 'fully_allocated'].includes(plan.end)) return;

  yield later(world, 10, 40);
  await releaseOrder(world.as(requirePerson(world.staff('super')[1])), order.uuid);
  if (plan.end === 'allocated') return;
  yield* fulfil(world, plan, order);
}

/** The steps of the floor: pick, prep and dispatch, and those that follow. */
async function* fulfil(world: DemoWorld, plan: PlannedOrder, order: Started): Life {
  const picker = world.random.pick(world.staff('warehouse'));
  const { end } = plan;
  yield end === 'picking' || end === 'picking_paused' ? shortlyBefore(world, 12, 50) : later(world, 20, 90);
  await startPick(world.as(picker), await findOpenPick(world.as(picker), order.uuid));
  const { id: pick_id } = await findOpenPick(world.as(picker), order.uuid);
  const lines = await linesOfPick(world.as(picker), pick_id);
  for (const [i, line] of lines.entries()) {
    const isLast = i === lines.length - 1;
    if (isLast && (end === 'picking' || end === 'picking_paused')) break;
    yield minutesOn(world, 1);
    const isMissing = isLast && end === 'short_pick';
    const result = isMissing ? { qty_picked: line.qty_allocated - 1, code: i % 2 ? 'NOT_IN_BIN' : 'DAMAGED' } : { qty_picked: line.qty_allocated };
    await recordPick(world.as(picker), line.id, result);
  }
  if (end === 'picking_paused') await pausePick(world.as(picker), await findOpenPick(world.as(picker), order.uuid));
  if (end === 'picking' || end === 'picking_paused') return;

  yield minutesOn(world, 2);
  await completePick(world.as(picker), await findOpenPick(world.as(picker), order.uuid, { with_stock: true }));
  if (end === 'picked') return;
  const { state } = await findOpenPick(world.as(picker), order.uuid);
  if (state === 'picked') {
    yield later(world, 20, 60);
    const packer = world.random.pick(world.staff('warehouse'));
    await completePrep(world.as(packer), await findOpenPick(world.as(packer), order.uuid, { with_stock: true }));
  }
  if (end === 'booked') return;

  yield end === 'waiting_for_courier' ? shortlyBefore(world, 5, 50) : later(world, 20, 90);
  await dispatch(world, plan, order, picker);
  if (end === 'rest_cancelled') {
    yield later(world, 30 * hour, 60 * hour);
    await cancel(world, plan, order);
  }
  if (end === 'returned') yield* returnOrder(world, plan, order);
}

async function begin(world: DemoWorld, { requester, wishes }: PlannedOrder): Promise<Started> {
  const ids = [...new Set(wishes.map(({ wearer }) => wearer.id))];
  const isSelf = ids.length === 1 && ids[0] === requester.id;
  const { id } = await startOrder(world.as(requester.actor), isSelf ? undefined : ids);
  // The order's UUID is random; the demo replaces it by one that is the same in every run.
  const uuid = uuidOf(world.random, world.timeline.now);
  await world.db.update(orders).set({ uuid }).where(eq(orders.id, id));
  return { id, uuid };
}

async function wish(world: DemoWorld, { requester, wishes, end }: PlannedOrder, { uuid }: Started, wearer_id: number): Promise<void> {
  const his = wishes.filter(({ wearer }) => wearer.id === wearer_id);
  const lines = his.map(({ variation, quantity, decoration }, i) => {
    const style = world.catalogue.styles.get(variation.code);
    const isUnsized = end === 'unsized' && i === 0 && style;
    return { product_id: isUnsized ? style.id : variation.id, quantity, decoration };
  });
  if (lines.length) await addLines(world.as(requester.actor), uuid, wearer_id, lines);
}

/** Submit the order, or request it and have the request approved or declined. */
async function* submit(world: DemoWorld, plan: PlannedOrder, { id, uuid }: Started): Life {
  const { requester, approver, account, wishes, end } = plan;
  const site = wishes[0]?.wearer.site ?? requester.site;
  const references = {
    client_po_reference: account.data.require_po || id % 4 === 0 ? `${account.data.sku_prefix}-${45_000 + id * 3}` : null,
    cost_code: account.data.require_cc || id % 5 === 0 ? site.cost_centre : null,
  };
  const details = {
    set_delivery_details: true,
    delivery_site_id: site.id,
    delivery_address: site.address,
    contact_name: site.contact,
    contact_email: site.email,
    contact_phone: site.phone,
    customer_notes: id % 6 === 0 ? world.random.pick(notes) : null,
  };
  const submission = { terms: true, confirm_missing_sizes: true };
  const isSaved = id % 3 === 0;
  await changeOrder(
    world.as(requester.actor),
    uuid,
    { ...details, ...submission, ...(approver ? {} : references), saveAddress: isSaved },
    { submitted: true },
  );
  if (!approver || end === 'requested') return;

  yield later(world, 40, 9 * hour);
  if (end === 'declined') return void (await declineRequest(world.as(approver.actor), uuid, { reason: declines[id % declines.length] ?? '' }));
  await changeOrder(world.as(approver.actor), uuid, { ...references, ...submission }, { submitted: true });
}

async function cancel(world: DemoWorld, { account }: PlannedOrder, { uuid }: Started): Promise<void> {
  const client = account.people.find(({ role }) => role === 'client_admin');
  await cancelOrder(world.as(requirePerson(client?.actor)), uuid);
}

/** Allocate stock to the order, or only to the first half of its lines if the order is to stay part allocated. */
async function allocate(world: DemoWorld, { end }: PlannedOrder, { id, uuid }: Started): Promise<void> {
  const office = world.as(requirePerson(world.staff('super')[1]));
  // The client of every fourth order has told the office by which day they need the order.
  if (id % 4 === 0)
    await world.db
      .update(orders)
      .set({ required_on: daysLater(world, id % 7) })
      .where(eq(orders.id, id));
  if (end !== 'part_allocated' && end !== 'part_shipped' && end !== 'rest_cancelled') {
    await allocateOrder(office, uuid);
    return;
  }
  const lines = await world.db
    .select({ id: orderLines.id, qty_requested: orderLines.qty_requested })
    .from(orderLines)
    .where(eq(orderLines.order_id, id))
    .orderBy(orderLines.id);
  for (const line of lines.slice(0, Math.ceil(lines.length / 2))) await allocateLine(office, uuid, line.id, { qty_allocated: line.qty_requested });
}

const serviceOf = (pieces: number): { service_key: string; total_weight: number } => {
  const total_weight = Math.max(0.5, Math.round(pieces * 4.5) / 10);
  if (total_weight <= 1) return { service_key: '240', total_weight };
  if (total_weight <= 2) return { service_key: '250', total_weight };
  return { service_key: total_weight <= 5 ? '260' : '220', total_weight };
};

/** Request the courier and, if the order is to ship, set the tracking number. */
async function dispatch(world: DemoWorld, { end, wishes }: PlannedOrder, { id, uuid }: Started, packer: Actor): Promise<void> {
  const pieces = wishes.reduce((sum, { quantity }) => sum + quantity, 0);
  const { service_key, total_weight } = serviceOf(pieces);
  const isToIreland = wishes[0]?.wearer.site.address.postcode.startsWith('BT');
  const isCollected = end === 'collected';
  const row = {
    uuid,
    service_key: isCollected ? '999' : isToIreland ? '48' : service_key,
    total_weight,
    total_items: pieces > 12 ? 2 : 1,
    ...(isCollected ? { mark_as_shipped: true } : {}),
  };
  const {
    ids: [dispatch_id],
  } = await requestDispatch(world.as(packer), { orders: [row], consolidated: false });
  if (isCollected || end === 'waiting_for_courier' || end === 'stuck' || dispatch_id === undefined) return;
  const number = String(15_500_000_000_000 + id * 7919).slice(0, 14);
  await setTracking(world.as(packer), dispatch_id, { tracking_number: number, consignment_number: `KR${700_000 + dispatch_id}` });
}
