import { expect, test } from 'vitest';
import { isOwnCode, ownCodeMessage } from '../../../pwa/dispatch/own-code.ts';
import { resolveScan } from '../../../shared/scan/resolve-scan.ts';
import type { DispatchRow, PickRow, ProductRow } from '../../../shared/sync/rows.ts';

const product = { id: 1, sku: 'PO-120-NVY-L', barcode: '5012345678900', bin: 'A-01-02' } as unknown as ProductRow;
const pick = { id: 1, order_id: 1204, uuid: 'u', order_number: '01204', tote: 'GREY 3' } as unknown as PickRow;
const dispatch = (id: number, tracking_number: string | null, consignment_number: string | null = null) =>
  ({ id, tracking_number, consignment_number }) as unknown as DispatchRow;
const rows = {
  product: new Map([[1, product]]),
  style: new Map(),
  pick: new Map([['u', pick]]),
  dispatch: new Map([
    [7, dispatch(7, null, 'MINE-55')],
    [8, dispatch(8, 'ND555000111GB')],
  ]),
};
const isOurs = (text: string): boolean => isOwnCode(resolveScan(text, rows), 7);

test('a code that this tablet recognises as one of our own is not accepted as a carrier’s number', () => {
  const codes = [
    '01204',
    '5012345678900',
    'po-120-nvy-l',
    'A-01-02',
    'T-12',
    'grey 3',
    'B-01204-3-1',
    'D-00007-1',
    'D-00008',
    'R-00042',
    'nd555000111gb',
  ];
  expect(codes.filter((text) => !isOurs(text))).toEqual([]);
});

test('a carrier’s number is accepted, even if it looks like an unknown order’s number or another system’s code, or is this dispatch’s number', () => {
  expect(['ND555000112GB', 'JD000001', '98765', '012345678', '4006381333931', '15501234567890', 'MINE-55'].filter(isOurs)).toEqual([]);
});

test('the message says what was scanned instead of a carrier’s number', () => {
  expect(ownCodeMessage(resolveScan('A-01-02', rows))).toBe('This is the label of a bin. Scan the number on the carrier’s label.');
});
