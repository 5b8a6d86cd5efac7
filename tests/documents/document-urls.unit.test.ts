import { expect, test } from 'vitest';
import {
  deliveryNoteUrl,
  dispatchLabelsUrl,
  goodsReceivedNoteUrl,
  itemsToReturnUrl,
  orderLabelsUrl,
  pickingListUrl,
  purchaseOrderUrl,
  skuLabelsUrl,
  supplierReturnUrl,
} from '../../shared/documents/document-urls.ts';
import { labelQuery, labelRequestOf } from '../../shared/documents/label-request.ts';
import { isTooLongForBars } from '../../shared/documents/sku-label.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
/** Returns the query as the server reads it: a repeated parameter is a list. */
function queryOf(url: string): Record<string, string | string[]> {
  const query = new URL(url, 'https://kitroom.test').searchParams;
  return Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key).length > 1 ? query.getAll(key) : (query.get(key) ?? '')]));
}
const labelsOf = (query: Record<string, unknown>) => labelRequestOf(labelQuery.parse(query));

test('each document has its URL', () => {
  expect(deliveryNoteUrl(uuid, 42)).toBe(`/orders/${uuid}/dispatch/42/delivery-note`);
  expect(supplierReturnUrl(7)).toBe('/admin/supplier-returns/7/confirmation');
  expect(purchaseOrderUrl({ id: 7 })).toBe('/admin/purchase-orders/7/pdf');
  expect(purchaseOrderUrl({ id: 7, work_order: true })).toBe('/admin/work-orders/7/pdf');
  expect(goodsReceivedNoteUrl(7, 12)).toBe('/admin/purchase-orders/7/receipts/12/pdf');
  expect(itemsToReturnUrl(24)).toBe('/employees/24/items-to-return');
  expect(pickingListUrl(uuid)).toBe(`/admin/picking/orders/${uuid}/download`);
  expect(decodeURIComponent(dispatchLabelsUrl([4, 5]))).toBe('/admin/labels?dispatch_ids[]=4&dispatch_ids[]=5');
  expect(decodeURIComponent(orderLabelsUrl(9, { 5: 2, 6: 0 }))).toBe('/admin/labels?order=9&q[5]=2&q[6]=0');
  expect(orderLabelsUrl(9)).toBe('/admin/labels?order=9');
});

test('the server reads from the URL of labels exactly the labels for which the URL was made', () => {
  expect(labelsOf(queryOf(dispatchLabelsUrl([4])))).toEqual({ dispatch_ids: [4] });
  expect(labelsOf(queryOf(dispatchLabelsUrl([4, 5])))).toEqual({ dispatch_ids: [4, 5] });
  expect(labelsOf(queryOf(orderLabelsUrl(9, { 5: 2, 6: 0 })))).toEqual({
    order_id: 9,
    counts: new Map([
      [5, 2],
      [6, 0],
    ]),
  });
  expect(labelsOf(queryOf(orderLabelsUrl(9)))).toEqual({ order_id: 9, counts: new Map() });
});

test('the labels of a dispatch that is named twice are printed once', () => {
  expect(labelsOf({ 'dispatch_ids[]': ['4', '5', '4'] })).toEqual({ dispatch_ids: [4, 5] });
});

test('an empty count means one label, and unknown parameters are ignored', () => {
  expect(labelsOf({ order: '9', 'q[5]': '', other: 'x' })).toEqual({ order_id: 9, counts: new Map([[5, 1]]) });
});

test('at most a hundred labels are printed for one bag', () => {
  expect(labelsOf({ order: '9', 'q[5]': '100' })).toEqual({ order_id: 9, counts: new Map([[5, 100]]) });
  expect(labelsOf({ order: '9', 'q[5]': '101' })).toBeNull();
});

test('the id of a wearer may have fifteen digits', () => {
  expect(labelsOf({ order: '9', 'q[123456789012345]': '2' })).toEqual({ order_id: 9, counts: new Map([[123456789012345, 2]]) });
});

test.each<[string, Record<string, unknown>]>([
  ['that names nothing', {}],
  ['that names dispatches and an order', { 'dispatch_ids[]': '4', order: '9' }],
  ['with a negative count', { order: '9', 'q[5]': '-1' }],
  ['with half a label', { order: '9', 'q[5]': '1.5' }],
  ['with a wearer whose id is not a number', { order: '9', 'q[ann]': '1' }],
  ['with text before the parameter of a wearer', { order: '9', 'q[x]q[5]': '1' }],
  ['with text after the parameter of a wearer', { order: '9', 'q[5]x': '1' }],
  ['with an id that is too long', { order: '9', 'q[1234567890123456]': '1' }],
])('a query %s requests no labels', (_what, query) => {
  expect(labelsOf(query)).toBeNull();
});

test('a parameter is ignored if only the end of its name is that of a wearer’s count, as in xq[5]', () => {
  expect(labelsOf({ order: '9', 'xq[5]': '1' })).toEqual({ order_id: 9, counts: new Map() });
});

test('labels of SKUs and bins have a size and a number of copies, and cannot be requested with other labels', () => {
  expect(labelsOf(queryOf(skuLabelsUrl([4, 5, 4], { of: 'sku', size: '50x25' })))).toEqual({
    product_ids: [4, 5],
    of: 'sku',
    size: '50x25',
    copies: 1,
  });
  expect(labelsOf(queryOf(skuLabelsUrl([7], { of: 'bin', size: '4x6', copies: 3 })))).toEqual({
    product_ids: [7],
    of: 'bin',
    size: '4x6',
    copies: 3,
  });
  expect(labelsOf({ skus: '1', order: '2' })).toBeNull();
  for (const query of [
    { skus: '' },
    { skus: '1,x' },
    { skus: '1', size: 'A4' },
    { skus: '1', copies: '0' },
    { bins_of: Array.from({ length: 501 }, () => 1).join() },
  ])
    expect(labelQuery.safeParse(query).success).toBe(false);
});

test('a code is too long for bars if its Code 128 does not fit on the label', () => {
  expect([
    isTooLongForBars('PO01-BUR-2XL', '50x25'),
    isTooLongForBars('PO01-BUR-2XL-R', '50x25'),
    isTooLongForBars('5012345678900', '50x25'),
  ]).toEqual([false, true, false]);
  expect(isTooLongForBars('A'.repeat(31), '4x6')).toBe(false);
  expect(isTooLongForBars('A'.repeat(32), '4x6')).toBe(true);
});
