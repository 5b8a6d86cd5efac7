import { expect, test } from 'vitest';
import { carrierOf } from '../../server/carriers/carriers.ts';

const manual = (TRACKING_URL?: string) => carrierOf(TRACKING_URL === undefined ? {} : { TRACKING_URL }, 'manual');

test('the manual carrier leaves the number to a person', async () => {
  const dispatch = {
    id: 1,
    dispatch_number: 'D-00001',
    service_key: '220',
    total_weight: 5,
    total_items: 1,
    delivery_address: { address_line_1: '1 Quay St', postcode: 'BS1 4RW' },
    contact_name: null,
    contact_email: null,
    contact_phone: null,
  };
  expect(await manual().book(dispatch)).toEqual({ outcome: 'by_hand' });
  expect(await manual().answers()).toEqual([]);
});

test('a tracking page is the carrier’s template with the number in it, and nothing but a web address', () => {
  expect(manual('https://track.example/p?n={tracking_number}').trackingUrl('JD 1&2')).toBe('https://track.example/p?n=JD%201%262');
  expect(manual().trackingUrl('JD1')).toBeNull();
  expect(manual('javascript:alert({tracking_number})').trackingUrl('JD1')).toBeNull();
});

test('an unknown carrier is an error that names it', () => {
  expect(() => carrierOf({}, 'pigeon')).toThrow('pigeon');
});
