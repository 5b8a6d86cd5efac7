import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { isFullyPicked } from '../../shared/picking/pick-facts.ts';
import { isDecorated } from '../../shared/prep/complete-prep.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import { linesOf, pickById, touchKey } from '../../shared/sync/floor.ts';
import { choices } from '../../shared/sync/mutations/resolve-outcome.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { PickLineRow, PickRow, PurchaseOrderLineRow } from '../../shared/sync/rows.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Tab } from './tablet.ts';

/** One action of a person on a tablet. */
export type TabletAction = { [N in MutationName]: { n: N; a: ArgsOf<N> } }[MutationName];

type Option = readonly [weight: number, action: TabletAction];
const option = <N extends MutationName>(weight: number, n: N, a: ArgsOf<N>): Option => [weight, { n, a } as TabletAction];

/** Chooses an action that the person at a tablet can take on its screens, likely ones more often; undefined if there is none. */
export function chooseAction(
  tab: Tab,
  ownId: number,
  random: SeededRandom,
  reasons: readonly string[],
  now: string,
  { weighs = false, collects = false } = {},
): TabletAction | undefined {
  const { floor } = tab.engine.screens.get();
  const { rows } = floor;
  const picks = [...rows.pick.values()];
  const ownPicks = picks.filter(({ picker, state }) => picker?.id === ownId && (state === 'picking' || state === 'paused'));
  const pick = random.chance(0.75) && ownPicks.length ? random.one(ownPicks) : random.one(picks);
  const options: Option[] = [];
  if (pick) options.push(...pickOptions(pick, linesOf(rows, pick.id), ownId, random, reasons));
  const bookedPicks = picks.filter(({ state }) => state === 'booked');
  if (weighs && pick) options.push(...weighingOptions(pick, linesOf(rows, pick.id), random));
  if (bookedPicks.length && random.chance(weighs ? 0.8 : 0.3)) options.push(dispatchOption(bookedPicks, tab, random, weighs));
  const dispatch = random.one([...rows.dispatch.values()]);
  if (dispatch) {
    options.push(option(1, 'dispatch.edit', { dispatch_id: dispatch.id, contact_name: `Contact ${random.between(1, 9)}` }));
    options.push(
      option(2, 'dispatch.set_tracking', { dispatch_id: dispatch.id, tracking_number: `T${random.between(1000, 9999)}`, consignment_number: null }),
    );
    options.push(option(0.5, 'print.request', { what: 'dispatch_labels', dispatch_ids: [dispatch.id] }));
  }
  const line = random.one([...rows.pick_line.values()]);
  if (line) options.push(option(0.3, 'stock.count', { product_id: line.product_id, qty: random.between(0, 20), counted_at: now }));
  const shelf = random.one([...rows.purchase_order_line.values()]);
  if (shelf) options.push(option(0.3, 'stock.count', countOfBins(shelf, random, now)));
  options.push(...goodsInOptions(tab, random));
  if (collects) options.push(...collectionOptions(tab, random));
  const open = random.one(tab.engine.sync.get().open);
  if (open) options.push(option(3, 'outcome.resolve', { m: open.m, choice: random.one(choices) ?? 'dismiss' }));
  const task = random.one([...rows.shelf_task.values()].filter(({ id }) => !floor.waiting.has(touchKey('outcome', shelfTaskName(id)))));
  if (task) {
    const qty = random.chance(0.7) ? task.qty : random.between(1, task.qty);
    options.push(option(2, 'outcome.resolve', { m: shelfTaskName(task.id), choice: 'dismiss', qty }));
  }
  return random.weighted(options);
}

/** A count of one bin or of all bins of a SKU. Sometimes a bin that the SKU does not have is counted too. */
function countOfBins({ product_id, bin: pick_bin, bins: held = [] }: PurchaseOrderLineRow, random: SeededRandom, now: string): ArgsOf<'stock.count'> {
  const codes = [pick_bin, ...held.map(({ bin }) => bin), ...(random.chance(0.2) ? [`Z-${random.between(1, 3)}`] : [])];
  const chosen = random.chance(0.5) ? codes : [random.one(codes) ?? pick_bin];
  const bins = chosen.map((bin) => ({ bin, qty: random.between(0, 8) }));
  return { product_id, qty: bins.reduce((sum, { qty }) => sum + qty, 0), counted_at: now, pick_bin, bins };
}

/** The actions of a person who unpacks what a leaver sends back: an item more, a miscount put right, or an item that is written off after all. */
function collectionOptions(tab: Tab, random: SeededRandom): Option[] {
  const collection = random.one([...tab.engine.screens.get().floor.rows.collection.values()]);
  const line = collection && random.one(collection.lines);
  if (!collection || !line) return [];
  const qty_written_off = random.chance(0.2) ? random.between(0, 1) : line.qty_written_off;
  const qty_restocked = random.chance(0.7) ? line.qty_restocked + 1 : random.between(0, line.qty_expected);
  const { order_line_id, product_id } = line;
  return [option(12, 'collection.receive_line', { collection_id: collection.id, order_line_id, product_id, qty_restocked, qty_written_off })];
}

/** The actions of a person who receives a delivery: scan, correct, set aside, and put into totes and bins. */
function goodsInOptions(tab: Tab, random: SeededRandom): Option[] {
  const { rows } = tab.engine.screens.get().floor;
  const ordered = random.one([...rows.purchase_order_line.values()]);
  if (!ordered) return [];
  const own = [...rows.receipt.values()].filter(({ device, id }) => device === tab.tablet.device || id === null);
  const begun = random.chance(0.85) ? random.one(own) : undefined;
  const receipt = begun?.uuid ?? random.uuid();
  const { product_id, id: po_line_id } = ordered;
  const has = begun?.lines.find((line) => line.purchase_order_line_id === po_line_id)?.qty ?? 0;
  const qty =
    random.weighted([
      [5, has + random.between(1, 3)],
      [2, has + Math.max(0, ordered.qty_ordered - ordered.qty_received)],
      [2, random.between(0, has)],
    ]) ?? has;
  const options = [
    option(8, 'receipt.set_line', { receipt, po_line_id: random.chance(0.95) ? po_line_id : null, product_id, qty }),
    option(0.5, 'receipt.set_header', { receipt, delivery_note_number: `DN-${random.between(1, 99)}` }),
    option(0.5, 'receipt.set_aside', {
      ...{ receipt, code: `X-${random.between(1, 3)}`, product_id: random.chance(0.5) ? product_id : null },
      ...{ qty: random.between(0, 3), reason: 'Damaged', notes: null },
    }),
  ];
  // A person notices a miscount only after some of the counted items were picked for orders.
  const picked = [...rows.pick_line.values()].filter(({ qty_picked }) => qty_picked > 0).map((line) => line.product_id);
  const counted = own.flatMap(({ uuid, lines }) =>
    lines.filter((line) => line.qty > 0 && picked.includes(line.product_id)).map((line) => ({ uuid, ...line })),
  );
  const late = random.one(counted);
  if (late)
    options.push(
      option(3, 'receipt.set_line', {
        receipt: late.uuid,
        po_line_id: late.purchase_order_line_id,
        product_id: late.product_id,
        qty: random.between(0, 1),
      }),
    );
  const from = random.chance(0.5) ? null : `Z-${random.between(1, 3)}`;
  options.push(option(0.5, 'bin.put_away', { product_id, from, bin: `Z-${random.between(1, 3)}`, qty: random.between(1, 3) }));
  const any = random.one([...rows.receipt.values()].filter(({ lines }) => lines.length > 0));
  const line = any && random.one(any.lines);
  if (any && line)
    options.push(
      option(2, 'bin.put_away', {
        receipt: any.uuid,
        product_id: line.product_id,
        bin: `Z-${random.between(1, 3)}`,
        qty: random.between(0, line.qty),
      }),
    );
  const allocated = any && random.one(any.allocations);
  if (any && allocated) {
    const tote = allocated.tote ?? `T-${random.between(1, 4)}`;
    options.push(
      option(5, 'bin.put_away', {
        receipt: any.uuid,
        product_id: allocated.product_id,
        tote,
        order_line_id: allocated.order_line_id,
        qty: allocated.qty,
      }),
    );
    if (allocated.tote !== null && random.chance(0.3))
      options.push(
        option(2, 'bin.put_away', {
          receipt: any.uuid,
          product_id: allocated.product_id,
          tote: `T-${random.between(5, 6)}`,
          from: allocated.tote,
          order_line_id: allocated.order_line_id,
          qty: allocated.qty,
        }),
      );
  }
  return options;
}

function pickOptions(pick: PickRow, lines: readonly PickLineRow[], ownId: number, random: SeededRandom, reasons: readonly string[]): Option[] {
  const pick_id = pick.id;
  const line = random.one(lines);
  const options: Option[] = [];
  if (line) {
    options.push(
      option(0.3, 'stock.request_count', {
        product_id: line.product_id,
        pick_line_id: line.id,
        qty: random.chance(0.5) ? random.between(0, 12) : null,
      }),
    );
    options.push(option(0.3, 'print.request', { what: 'bag_label', pick_id, employee_id: line.employee_id, count: 1 }));
  }
  if (pick.state === 'released') options.push(option(10, 'pick.start', { pick_id }));
  const isOwn = pick.picker?.id === ownId;
  if (pick.state === 'paused') options.push(option(isOwn ? 8 : 1, 'pick.resume', { pick_id }));
  if (pick.state === 'picking') {
    const open = lines.find((other) => !isFullyPicked(other) && !other.code);
    const lineToRecord = random.chance(0.7) ? (open ?? line) : line;
    if (lineToRecord) options.push(option(isOwn ? 14 : 1, 'pick.record_line', recordArgs(lineToRecord, random, reasons)));
    if (!open) options.push(option(isOwn ? 12 : 1, 'pick.complete', { pick_id, digest: digestOf(lines) }));
    options.push(option(0.7, 'pick.pause', { pick_id }), option(0.4, 'pick.handover', { pick_id }), option(0.2, 'pick.send_back', { pick_id }));
    options.push(
      option(0.6, 'pick.assign_tote', { pick_id, tote: random.chance(0.3) ? `T-${random.between(1, 4)}` : `t-${pick_id}-${random.between(1, 9)}` }),
    );
  }
  if (pick.state === 'picked') {
    const decorated = random.one(lines.filter((other) => isDecorated(other)));
    if (decorated) options.push(option(6, 'prep.tick_line', { pick_id, pick_line_id: decorated.id, ticked: random.chance(0.85) }));
    const packed = random.one(lines.filter(({ qty_picked }) => qty_picked > 0));
    if (packed) options.push(option(4, 'prep.pack_line', { pick_id, pick_line_id: packed.id, qty_packed: random.between(0, packed.qty_picked) }));
    options.push(option(4, 'prep.complete', { pick_id, digest: digestOf(lines) }));
    options.push(option(0.3, 'print.request', { what: 'picking_list', pick_id }));
  }
  return options;
}

/** The actions of a person who proves what is in a wearer's bag, and weighs it: both are absolute, and part of the print of its label. */
export function weighingOptions(pick: PickRow, lines: readonly PickLineRow[], random: SeededRandom): Option[] {
  const chosen = random.one(lines.filter(({ qty_picked }) => qty_picked > 0));
  if (!chosen || (pick.state !== 'picked' && pick.state !== 'booked')) return [];
  const { pick_id, employee_id } = chosen;
  const ofWearer = lines.filter((line) => line.employee_id === employee_id);
  const items = ofWearer.map(({ id, qty_picked }) => ({ pick_line_id: id, qty: random.between(0, qty_picked) }));
  const label = { what: 'bag_label' as const, pick_id, employee_id, count: 1 };
  const weight_g = random.between(40, 3_000);
  return [
    option(6, 'print.request', { ...label, items }),
    option(6, 'print.request', { ...label, items, weight_g, ...(random.chance(0.4) && { expected_g: random.between(40, 3_000) }) }),
    option(2, 'print.request', { ...label, weight_g }),
  ];
}

/** What the weighing of boxes adds to a request of their dispatch. */
const weighBoxes = (random: SeededRandom) => ({
  total_weight: random.between(500, 9_000) / 1_000,
  is_weighed: true,
  ...(random.chance(0.5) && { expected_g: random.between(500, 9_000) }),
});

function recordArgs(line: PickLineRow, random: SeededRandom, reasons: readonly string[]): ArgsOf<'pick.record_line'> {
  // The picker scans one more item, confirms the whole quantity, or enters any quantity.
  const qty_picked =
    random.weighted([
      [4, Math.min(line.qty_picked + 1, line.qty_allocated)],
      [4, line.qty_allocated],
      [2, random.between(0, line.qty_allocated)],
    ]) ?? 0;
  const isShort = qty_picked < line.qty_allocated;
  const code = isShort && random.chance(0.7) ? (random.one(reasons) ?? null) : null;
  return {
    pick_id: line.pick_id,
    pick_line_id: line.id,
    product_id: line.product_id,
    qty_picked,
    code,
    other_reason: code === 'OTHER' ? 'torn' : null,
  };
}

function dispatchOption(bookedPicks: readonly PickRow[], tab: Tab, random: SeededRandom, weighs: boolean): Option {
  const selection = random.chance(0.3) ? bookedPicks.slice(0, 2) : [random.one(bookedPicks) ?? bookedPicks[0]].filter((pick) => pick !== undefined);
  const { rows } = tab.engine.screens.get().floor;
  const isCollection = random.chance(0.4);
  const row = { service_key: isCollection ? COLLECTION : '220', total_weight: 5, total_items: 1, ...(weighs && weighBoxes(random)) };
  const orders = selection.map(({ uuid }) => ({ uuid, ...row, ...(isCollection && random.chance(0.5) && { mark_as_shipped: true }) }));
  const lines = selection.flatMap(({ id }) => (pickById(rows, id) ? linesOf(rows, id) : []));
  return option(8, 'dispatch.request', { orders, consolidated: selection.length > 1 && random.chance(0.5), digest: digestOf(lines) });
}
