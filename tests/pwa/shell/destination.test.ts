import { expect, test } from 'vitest';
import { destinationOf } from '../../../pwa/shell/destination.ts';
import { resolveScan } from '../../../shared/scan/resolve-scan.ts';
import type { PickRow } from '../../../shared/sync/rows.ts';

const pick = { id: 1, order_id: 42, uuid: 'order-42', order_number: '00042', state: 'released', tote: null } as unknown as PickRow;
const floor = (...picks: PickRow[]) => ({
  product: new Map(),
  style: new Map(),
  dispatch: new Map(),
  pick: new Map(picks.map((one) => [one.uuid, one])),
});

test('the code on a return slip opens the return for people who decide about returns, and shows the return number to others', () => {
  const target = resolveScan('R-00042', floor(pick));
  expect(destinationOf(target, true)).toEqual({ to: '/admin/returns/42/edit' });
  expect(destinationOf(target, false)).toEqual({ answer: 'wrong', title: 'Return R-00042', text: 'The office decides about returns.' });
});

test('a bare number opens the order with that number if it is on the floor, else offers the return with that number', () => {
  expect(destinationOf(resolveScan('00042', floor(pick)), true)).toEqual({ to: '/admin/picking/orders/order-42' });
  const target = resolveScan('00042', floor());
  expect(destinationOf(target, true)).toMatchObject({
    title: 'Order 00042',
    action: { label: 'Return R-00042', to: '/admin/returns/42/edit' },
  });
  expect(destinationOf(target, false)).toEqual({ answer: 'unknown', title: 'Order 00042', text: 'This order is not on the floor.' });
});

test('an order that is ready to leave opens the dispatch list, whose address names the order', () => {
  expect(destinationOf(resolveScan('00042', floor({ ...pick, state: 'booked' })), false)).toEqual({ to: '/admin/shipping#order=order-42' });
});
