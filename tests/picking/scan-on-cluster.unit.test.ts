import { expect, test } from 'vitest';
import { clusterStops } from '../../shared/picking/cluster-stops.ts';
import { type ClusterState, type ScannableClusterLine, scanOnCluster } from '../../shared/picking/scan-on-cluster.ts';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { PickRow } from '../../shared/sync/rows.ts';

const line = (id: number, pick_id: number, product_id: number, qty_picked = 0): ScannableClusterLine => ({
  ...{ id, pick_id, product_id, qty_allocated: 1, qty_picked, code: null, other_reason: null },
  product: { bin: `A-${product_id}` },
});
const orders = [
  { pick_id: 1, uuid: 'u1', position: 1, tote: 'T-1', lines: [line(1, 1, 10), line(2, 1, 11)] },
  { pick_id: 2, uuid: 'u2', position: 2, tote: null, lines: [line(3, 2, 10), line(4, 2, 12, 1)] },
];
const stops = clusterStops(orders, ({ product, product_id }) => ({ bin: product?.bin, name: `${product_id}`, colour: null }));
const state = (is_open: boolean, picked: readonly number[] = []): ClusterState<ScannableClusterLine> => {
  const now = clusterStops(
    orders.map((order) => ({ ...order, lines: order.lines.map((one) => (picked.includes(one.id) ? { ...one, qty_picked: 1 } : one)) })),
    ({ product, product_id }) => ({ bin: product?.bin, name: `${product_id}`, colour: null }),
  );
  return { stops: now, members: orders, current: now[0] ?? null, is_open };
};
const product = (id: number) => ({ text: 'x', is: 'product', product: { id } }) as ScanTarget;
const tote = (code: string, uuid?: string) =>
  ({ text: code, is: 'tote', tote: code, pick: uuid ? ({ uuid, order_number: '00200' } as PickRow) : null }) as ScanTarget;

test('the first scan of a SKU begins the turns of its stop; a second one counts nothing', () => {
  expect(scanOnCluster(product(10), state(false))).toMatchObject({ does: 'open', stop: { product_id: 10 } });
  expect(scanOnCluster(product(10), state(true))).toMatchObject({ does: 'open_already', turn: { position: 1 } });
});

test('a SKU or a bin of a later stop leads there; a SKU that all totes have is enough', () => {
  expect(scanOnCluster(product(11), state(true))).toMatchObject({ does: 'open', stop: { product_id: 11 } });
  expect(scanOnCluster({ text: 'A-11', is: 'bin', bin: 'A-11' }, state(false))).toMatchObject({ does: 'go', stop: { product_id: 11 } });
  expect(scanOnCluster(product(12), state(false))).toMatchObject({ does: 'enough' });
  expect(scanOnCluster(product(99), state(false))).toMatchObject({ does: 'wrong_product' });
  expect(scanOnCluster({ text: 'Z-9', is: 'bin', bin: 'Z-9' }, state(false))).toEqual({ does: 'wrong_bin', bin: 'Z-9' });
});

test('a tote before its item is no turn; in turn its scan confirms, and another tote of the trolley is named', () => {
  expect(scanOnCluster(tote('T-1', 'u1'), state(false))).toEqual({ does: 'no_turn' });
  expect(scanOnCluster(tote('T-1', 'u1'), state(true))).toMatchObject({ does: 'put', turn: { position: 1 }, assigns: null });
  expect(scanOnCluster(tote('T-1', 'u1'), state(true, [1]))).toEqual({ does: 'wrong_tote', position: 1 });
});

test('an order without a tote gets the free tote that is scanned in its turn; an order with a tote does not change it by a scan', () => {
  expect(scanOnCluster(tote('T-9'), state(true, [1]))).toMatchObject({ does: 'put', turn: { position: 2 }, assigns: 'T-9' });
  expect(scanOnCluster(tote('T-9'), state(true))).toEqual({ does: 'second_tote', tote: 'T-9' });
});

test('a tote of an order that is not on the trolley is refused, and the label of an order stands for its tote', () => {
  expect(scanOnCluster(tote('T-7', 'u7'), state(true))).toEqual({ does: 'taken_tote', tote: 'T-7', order_number: '00200' });
  const label = (uuid: string) => ({ text: '00001', is: 'order', order_number: '00001', pick: { uuid } as PickRow }) as ScanTarget;
  expect(scanOnCluster(label('u1'), state(true))).toMatchObject({ does: 'put', assigns: null });
  expect(scanOnCluster(label('u7'), state(true))).toEqual({ does: 'leave' });
  expect(stops).toHaveLength(3);
});
