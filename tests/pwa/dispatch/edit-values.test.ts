import { expect, test } from 'vitest';
import { dirtyChangesOf, type Edited, valuesOf } from '../../../pwa/dispatch/edit-values.ts';

const dispatch: Edited = {
  id: 7,
  dispatch_number: 'D-00007',
  version: 3,
  service_key: '220',
  total_weight: 5,
  total_items: 1,
  mark_as_shipped: false,
  delivery_address: { address_line_1: '1 Quay St', address_line_2: 'Unit 4', postcode: 'LS10 1RT' },
  contact_name: 'Gate 4',
  contact_email: null,
  contact_phone: null,
};
const values = valuesOf(dispatch);

test('a waiting change contains only the changed fields', () => {
  expect(dirtyChangesOf({ ...values, total_items: '2' }, { total_items: true })).toEqual({ total_items: 2 });
  expect(dirtyChangesOf({ ...values, total_weight: '7,5', contact_name: '' }, { total_weight: true, contact_name: true })).toEqual({
    total_weight: 7.5,
    contact_name: null,
  });
  expect(dirtyChangesOf(values, {})).toEqual({});
});

test('an address is sent as a whole, and only if one of its lines was changed', () => {
  expect(
    dirtyChangesOf({ ...values, delivery_address: { ...values.delivery_address, postcode: 'LS10 2AB' } }, { delivery_address: { postcode: true } }),
  ).toEqual({
    delivery_address: expect.objectContaining({ address_line_1: '1 Quay St', address_line_2: 'Unit 4', postcode: 'LS10 2AB' }),
  });
});

test('a dispatch is marked as shipped only if somebody ticked this and its service is a collection', () => {
  const collected = { ...values, service_key: '999' };
  expect(dirtyChangesOf(collected, { service_key: true })).toEqual({ service_key: '999' });
  const markedValues = { ...collected, mark_as_shipped: true };
  const dirty = { service_key: true, mark_as_shipped: true };
  expect(dirtyChangesOf(markedValues, dirty)).toEqual({ service_key: '999', mark_as_shipped: true });
  expect(dirtyChangesOf({ ...markedValues, service_key: '48' }, dirty)).toEqual({ service_key: '48' });
});
