import { expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { checkCancelPart, checkDeleteLine } from '../../shared/purchasing/change-lines.ts';
import { approvalFaults, cancelledInFull, checkCancelPurchaseOrder, checkClosePurchaseOrder } from '../../shared/purchasing/change-stage.ts';
import { checkDraft, checkOpen } from '../../shared/purchasing/editable.ts';
import { expectedOn } from '../../shared/purchasing/lead-time.ts';
import { checkChasePurchaseOrder, checkSendPurchaseOrder, lateLines } from '../../shared/purchasing/mail-supplier.ts';
import { isGivenReference, purchaseOrderChange, purchaseOrderReference } from '../../shared/purchasing/purchase-order.ts';
import { type PurchaseFacts, stageOf, statusOf } from '../../shared/purchasing/stage.ts';
import { at, factsOf as order } from './facts.ts';

const approved = (facts: Partial<PurchaseFacts> = {}) => order({ approved_at: at, ...facts });
const line = (facts: object = {}) => ({ product_id: 7, qty_requested: 10, qty_received: 0, qty_cancelled: 0, unit_price: 500, ...facts });
const allowed = { ok: true };

test('if several stages of a purchase order apply, the furthest is shown, from "Draft" up to "Closed" and "Cancelled"', () => {
  const stages: [PurchaseFacts, string, string][] = [
    [order(), 'draft', 'Draft'],
    [approved(), 'approved', 'On Order'],
    [approved({ sent_at: at }), 'sent', 'Sent'],
    [approved({ sent_at: at, qty_cancelled: 2, qty_pending: 8 }), 'part_cancelled', 'Part Cancelled'],
    [approved({ qty_received: 4, qty_cancelled: 2, qty_pending: 4 }), 'part_delivered', 'Part Delivered'],
    [approved({ qty_received: 8, qty_cancelled: 2, qty_pending: 0 }), 'complete', 'Complete'],
    [approved({ qty_cancelled: 10, qty_pending: 0 }), 'part_cancelled', 'Part Cancelled'],
    [approved({ closed_at: at, qty_received: 10, qty_pending: 0 }), 'closed', 'Closed'],
    [approved({ cancelled_at: at, closed_at: at, qty_received: 10, qty_pending: 0 }), 'cancelled', 'Cancelled'],
    [order({ cancelled_at: at }), 'cancelled', 'Cancelled'],
  ];
  for (const [facts, stage, name] of stages) {
    expect(stageOf(facts)).toBe(stage);
    expect(statusOf(facts)).toMatchObject({ stage, status_description: name });
  }
});

test('the flags of an order also show what its stage does not, such as cancelled items in a part-delivered order', () => {
  const nothing = { is_part_received: false, is_part_cancelled: false, is_fully_received: false, is_cancelled: false, is_closed: false };
  expect(statusOf(order())).toMatchObject({ is_draft: true, is_approved: false, ...nothing });
  expect(statusOf(approved())).toMatchObject({ is_draft: false, is_approved: true, ...nothing });
  expect(statusOf(approved({ qty_received: 4, qty_cancelled: 2, qty_pending: 4 }))).toEqual({
    stage: 'part_delivered',
    status_description: 'Part Delivered',
    is_approved: true,
    is_draft: false,
    is_cancelled: false,
    is_closed: false,
    is_fully_received: false,
    is_part_received: true,
    is_part_cancelled: true,
  });
  expect(statusOf(approved({ closed_at: at, qty_received: 10, qty_pending: 0 }))).toMatchObject({
    is_approved: true,
    is_closed: true,
    is_fully_received: true,
    is_part_received: false,
  });
  expect(statusOf(approved({ cancelled_at: at, qty_received: 3, qty_cancelled: 7, qty_pending: 0 }))).toMatchObject({
    is_cancelled: true,
    is_fully_received: false,
    is_part_received: true,
    is_part_cancelled: false,
  });
});

test('the lines of an approved order cannot be changed, and a cancelled or closed order cannot be changed at all', () => {
  expect([checkOpen(order()), checkDraft(order()), checkOpen(approved())]).toEqual([allowed, allowed, allowed]);
  expect(checkDraft(approved())).toMatchObject({ code: 'already_approved' });
  expect(checkOpen(approved({ cancelled_at: at }))).toMatchObject({ code: 'purchase_order_cancelled' });
  expect(checkDraft(approved({ closed_at: at }))).toMatchObject({ code: 'purchase_order_closed' });
});

test('a line can be deleted from a draft if nothing of the line has arrived', () => {
  expect(checkDeleteLine(order(), line())).toEqual(allowed);
  expect(checkDeleteLine(order(), line({ qty_received: 1 }))).toMatchObject({ code: 'line_received' });
  expect(checkDeleteLine(approved(), line())).toMatchObject({ code: 'already_approved' });
});

test('an order can be approved if it has a line, and if each line has a product, a quantity and a price', () => {
  expect(approvalFaults([])).toEqual({ lines: 'No Purchase Order lines - you must add at least one line' });
  expect(approvalFaults([line(), line({ unit_price: 0 }), line({ qty_requested: 1 })])).toEqual({});
  expect(approvalFaults([line(), line({ product_id: null, qty_requested: 0, unit_price: null })])).toEqual({
    'lines.1.product_id': 'Choose a product.',
    'lines.1.qty_requested': 'Say how many.',
    'lines.1.unit_price': 'Enter a price.',
  });
});

test('an order can be cancelled only once, and only before everything has arrived', () => {
  expect([checkCancelPurchaseOrder(order()), checkCancelPurchaseOrder(approved({ qty_received: 4, qty_pending: 6 }))]).toEqual([allowed, allowed]);
  expect(checkCancelPurchaseOrder(approved({ qty_received: 10, qty_pending: 0 }))).toMatchObject({ code: 'purchase_order_received' });
  expect(checkCancelPurchaseOrder(approved({ cancelled_at: at }))).toMatchObject({ code: 'purchase_order_cancelled' });
  expect(checkCancelPurchaseOrder(approved({ closed_at: at }))).toMatchObject({ code: 'purchase_order_closed' });
  expect([line(), line({ qty_received: 4 }), line({ qty_received: 12 }), line({ qty_received: 4, qty_cancelled: 6 })].map(cancelledInFull)).toEqual([
    10, 6, 0, 6,
  ]);
});

test('an order can be closed once it is approved and nothing is pending', () => {
  expect(checkClosePurchaseOrder(approved({ qty_received: 10, qty_pending: 0 }))).toEqual(allowed);
  expect(checkClosePurchaseOrder(approved({ qty_cancelled: 10, qty_pending: 0 }))).toEqual(allowed);
  expect(checkClosePurchaseOrder(approved({ qty_received: 9, qty_pending: 1 }))).toMatchObject({
    code: 'purchase_order_pending',
    message: '1 item is still to come.',
  });
  expect(checkClosePurchaseOrder(order({ qty_pending: 0 }))).toMatchObject({ code: 'purchase_order_draft' });
  expect(checkClosePurchaseOrder(approved({ closed_at: at, qty_pending: 0 }))).toMatchObject({ code: 'purchase_order_closed' });
});

test('on an approved order only items that have not arrived can be cancelled', () => {
  expect(checkCancelPart(approved(), line({ qty_received: 4 }), 6)).toEqual(allowed);
  expect(checkCancelPart(approved(), line({ qty_received: 4 }), 7)).toMatchObject({ field: 'qty_cancelled', message: 'Only 6 can be cancelled.' });
  expect(checkCancelPart(approved(), line({ qty_received: 12 }), 1)).toMatchObject({ message: 'Nothing of this line can be cancelled.' });
  expect(checkCancelPart(order(), line(), 1)).toMatchObject({ code: 'purchase_order_draft' });
  expect(checkCancelPart(approved({ closed_at: at }), line(), 1)).toMatchObject({ code: 'purchase_order_closed' });
});

test('the lead time of a line is counted in calendar days from the approval, even across the end of a month or of summer time', () => {
  expect(expectedOn('2026-11-25', 7)).toBe('2026-12-02');
  expect(expectedOn('2026-10-24', 2)).toBe('2026-10-26');
  expect(expectedOn('2026-11-25', 0)).toBe('2026-11-25');
  expect(expectedOn('2026-11-25', null)).toBe('2026-12-09');
});

test('a reference is "PO-" and the id in five digits; a request that does two of approve, cancel and close is refused', () => {
  expect([purchaseOrderReference(7), purchaseOrderReference(123_456)]).toEqual(['PO-00007', 'PO-123456']);
  expect(['PO-00007', 'po-7', 'PO-7A', 'XPO-7', 'SPRING-7'].map(isGivenReference)).toEqual([true, true, false, false, false]);
  expect(purchaseOrderChange.safeParse({ approved: true, version: 2 }).success).toBe(true);
  expect(purchaseOrderChange.safeParse({ approved: true, cancelled: true }).error?.issues[0]).toMatchObject({
    path: ['approved'],
    message: 'Approve, cancel or close, one at a time.',
  });
});

test('an approved order can be mailed until it is cancelled or closed', () => {
  expect(checkSendPurchaseOrder(approved())).toEqual(allowed);
  expect(checkSendPurchaseOrder(order())).toMatchObject({ code: 'purchase_order_draft' });
  expect(checkSendPurchaseOrder(approved({ cancelled_at: at }))).toMatchObject({ code: 'purchase_order_cancelled' });
  expect(checkSendPurchaseOrder(approved({ closed_at: at }))).toMatchObject({ code: 'purchase_order_closed' });
});

test('a line is late if items are pending after its date, or after its order’s date if the line has none', () => {
  const dated = (facts: object = {}) => ({ ...line({ is_open: true, due_on: null, ...facts }), is_open: true, due_on: null, ...facts });
  const late = (lines: ReturnType<typeof dated>[], due_on: string | null = null) =>
    lateLines({ due_on }, lines, '2026-11-25').map((one) => one.due_on);
  expect(late([dated({ due_on: '2026-11-24' }), dated({ due_on: '2026-11-25' }), dated()])).toEqual(['2026-11-24']);
  expect(late([dated(), dated({ due_on: '2026-12-01' })], '2026-11-01')).toEqual(['2026-11-01']);
  expect(late([dated({ qty_received: 10 }), dated({ qty_received: 7, qty_cancelled: 3 }), dated({ is_open: false })], '2026-11-01')).toEqual([]);
});

test('a supplier is chased for late lines at most once a day, by the UK calendar', () => {
  const lines = [{ ...line(), is_open: true, due_on: '2026-06-01' }];
  const chase = (chased_at: string | null, today = '2026-06-02') => checkChasePurchaseOrder({ ...approved(), due_on: null, chased_at }, lines, today);
  expect(chase(null)).toEqual(allowed);
  expect(chase('2026-06-01T22:59:00.000Z')).toEqual(allowed);
  expect(chase('2026-06-01T23:00:00.000Z')).toMatchObject({ code: 'already_chased' });
  expect(chase(null, '2026-06-01')).toMatchObject({ code: 'nothing_late', field: 'lines' });
  expect(checkChasePurchaseOrder({ ...order(), due_on: null, chased_at: null }, lines, '2026-06-02')).toMatchObject({ code: 'purchase_order_draft' });
});

test('a request with received quantities may contain no other change and needs at least one item', () => {
  const faultsOf = (body: unknown): Record<string, string> =>
    Object.fromEntries((purchaseOrderChange.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
  const lines = [
    { id: 1, qty_new: 0 },
    { id: 2, qty_new: 3 },
  ];
  expect(faultsOf({ lines, delivery_note_number: 'DN-1', confirm_over_receipt: true, version: 2 })).toEqual({});
  expect(faultsOf({ lines, approved: true })).toEqual({ lines: messages.receive_alone });
  expect(faultsOf({ lines: lines.slice(0, 1) })).toEqual({ lines: messages.nothing_received });
  expect(faultsOf({ lines: [] })).toEqual({ lines: messages.nothing_received });
  expect(faultsOf({ approved: true })).toEqual({});
});
