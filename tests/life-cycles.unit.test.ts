import { describe, expect, test } from 'vitest';
import { collectionTransitions } from '../shared/collections/collection-state.ts';
import { importTransitions } from '../shared/imports/import-states.ts';
import { canBecome, type LifeCycle, statesOf, stepsOf } from '../shared/life-cycle.ts';
import { pickTransitions } from '../shared/picking/pick-states.ts';
import { checkCancelPart } from '../shared/purchasing/change-lines.ts';
import { cancelledInFull, checkCancelPurchaseOrder, checkClosePurchaseOrder } from '../shared/purchasing/change-stage.ts';
import { checkDraft } from '../shared/purchasing/editable.ts';
import { checkSendPurchaseOrder } from '../shared/purchasing/mail-supplier.ts';
import { type PurchaseFacts, type PurchaseStage, purchaseTransitions, stageOf } from '../shared/purchasing/stage.ts';
import { returnStatus, returnTransitions } from '../shared/returns/return-status.ts';

const cycles: readonly { name: string; file: string; first: string; cycle: LifeCycle<string> & Record<string, { label?: string }> }[] = [
  { name: 'Pick', file: 'shared/picking/pick-states.ts', first: 'released', cycle: pickTransitions },
  { name: 'Purchase order', file: 'shared/purchasing/stage.ts', first: 'draft', cycle: purchaseTransitions },
  { name: 'Return', file: 'shared/returns/return-status.ts', first: 'new', cycle: returnTransitions },
  { name: 'Collection', file: 'shared/collections/collection-state.ts', first: 'open', cycle: collectionTransitions },
  { name: 'Import', file: 'shared/imports/import-states.ts', first: 'checking', cycle: importTransitions },
];

describe.each(cycles)('life cycle $name', ({ first, cycle }) => {
  test('every state can be reached from the first', () => {
    expect(statesOf(cycle).filter((state) => !canBecome(cycle, first, state))).toEqual([]);
  });

  test('no state follows itself, and no state has the same following state twice', () => {
    for (const state of statesOf(cycle)) {
      const { next } = cycle[state] ?? { next: [] };
      expect(next).not.toContain(state);
      expect(new Set(next).size).toBe(next.length);
    }
  });
});

test('docs/life-cycles.md has the current tables; vitest -u updates the tables', async () => {
  const rowOf = (state: string, { label, next }: { label?: string; next: readonly string[] }) =>
    `| \`${state}\` | ${label ?? ''} | ${next.map((one) => `\`${one}\``).join(', ') || 'nothing: it is the last'} |`;
  const tables = cycles.map(({ name, file, cycle }) =>
    [
      `## ${name}\n\nThe table and its rules are in \`${file}\`.\n`,
      '| State | Label | What may follow |\n|---|---|---|',
      ...Object.entries(cycle).map(([state, of]) => rowOf(state, of)),
    ].join('\n'),
  );
  const head =
    '# Life cycles\n\nThe states of a record, and which state may follow which. The rules and the labels on the screens come from the same tables.';
  await expect(`${[head, ...tables].join('\n\n')}\n`).toMatchFileSnapshot('../docs/life-cycles.md');
});

/** A purchase order with one line of three items. */
interface Order extends PurchaseFacts {
  qty_out: number;
}
const at = '2026-01-02T10:00:00.000Z';
const draft: Order = {
  ...{ approved_at: null, sent_at: null, cancelled_at: null, closed_at: null },
  ...{ qty_received: 0, qty_cancelled: 0, qty_pending: 3, qty_out: 0 },
};
const withPending = (order: Order): Order => ({ ...order, qty_pending: Math.max(0, 3 - order.qty_received - order.qty_cancelled) });

/** Returns the order after each action that is allowed on it. */
function ordersAfter(order: Order): Order[] {
  const line = { ...order, product_id: 1, qty_requested: 3, unit_price: 100 };
  const isOpen = checkSendPurchaseOrder(order).ok;
  const moved = [1, 2, 3].flatMap((qty) => [
    ...(isOpen && qty <= order.qty_pending ? [{ ...order, qty_received: order.qty_received + qty, qty_out: Math.max(0, order.qty_out - qty) }] : []),
    ...(isOpen && qty <= order.qty_received ? [{ ...order, qty_received: order.qty_received - qty }] : []),
    ...(isOpen && qty <= order.qty_pending - order.qty_out ? [{ ...order, qty_out: order.qty_out + qty }] : []),
  ]);
  const inPart = [0, 1, 2, 3].filter((qty) => checkCancelPart(order, line, qty).ok).map((qty_cancelled) => ({ ...order, qty_cancelled }));
  return [
    ...(checkDraft(order).ok ? [{ ...order, approved_at: at }] : []),
    ...(isOpen ? [{ ...order, sent_at: at }] : []),
    ...(checkCancelPurchaseOrder(order).ok ? [{ ...order, cancelled_at: at, qty_cancelled: cancelledInFull(line) }] : []),
    ...(checkClosePurchaseOrder(order).ok ? [{ ...order, closed_at: at }] : []),
    ...moved,
    ...inPart,
  ].map(withPending);
}

test('the actions on purchase orders make exactly the transitions of the table', () => {
  const taken = new Set<string>();
  const visited = new Map([[JSON.stringify(draft), draft]]);
  for (const order of visited.values()) {
    for (const next of ordersAfter(order)) {
      const [from, to] = [stageOf(order), stageOf(next)];
      if (from !== to) taken.add(`${from} ${to}`);
      visited.set(JSON.stringify(next), next);
    }
  }
  expect([...taken].sort()).toEqual(stepsOf<PurchaseStage>(purchaseTransitions).sort());
});

test('decisions lead a return to exactly the states that its life cycle allows', () => {
  const decided = [0, 1, 2].map((qty_approved) => returnStatus({ finalised_at: at, qty_requested: 2, qty_approved }));
  expect(returnStatus({ finalised_at: null, qty_requested: 2, qty_approved: 1 })).toBe('new');
  expect(decided.map((status) => `new ${status}`).sort()).toEqual(stepsOf(returnTransitions).sort());
});
