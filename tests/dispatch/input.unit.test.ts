import { expect, test } from 'vitest';
import { editDispatchInput } from '../../shared/dispatch/edit-dispatch-input.ts';
import { setTrackingInput } from '../../shared/dispatch/set-tracking.ts';

const faultsOf = (change: object): string[] => (editDispatchInput.safeParse(change).error?.issues ?? []).map(({ path }) => String(path[0]));

test('a change of a dispatch contains only the fields that the request sends', () => {
  expect(editDispatchInput.parse({})).toEqual({});
  const delivery_address = { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' };
  const whole = { version: 2, service_key: ' 220 ', total_weight: 1.5, total_items: 2, mark_as_shipped: true, delivery_address };
  expect(editDispatchInput.parse({ ...whole, contact_name: ' Ann\n', contact_email: '', contact_phone: null })).toEqual({
    ...whole,
    service_key: '220',
    contact_name: 'Ann',
    contact_email: '',
    contact_phone: null,
  });
});

test('a change of a dispatch is refused if a field exceeds its limit or is invalid', () => {
  const most = { service_key: 'x'.repeat(40), contact_name: 'x'.repeat(120), contact_phone: '0'.repeat(64), total_items: 1000 };
  expect(faultsOf(most)).toEqual([]);
  for (const [field, value] of Object.entries(most))
    expect(faultsOf({ [field]: typeof value === 'number' ? value + 1 : `${value}x` })).toEqual([field]);
  for (const change of [{ service_key: ' ' }, { total_items: 0 }, { contact_email: 'ann@' }, { delivery_address: { postcode: 'LS1 4AP' } }])
    expect(faultsOf(change)).toEqual([Object.keys(change)[0]]);
});

test('a dispatch ships with a tracking number, and a consignment number is optional', () => {
  expect(setTrackingInput.parse({ tracking_number: ' JD0002 ' })).toEqual({ tracking_number: 'JD0002' });
  expect(setTrackingInput.parse({ tracking_number: 'JD0002', consignment_number: null })).toEqual({
    tracking_number: 'JD0002',
    consignment_number: null,
  });
  for (const numbers of [{}, { tracking_number: ' ' }, { tracking_number: 'x'.repeat(81) }, { tracking_number: 'x', consignment_number: 7 }])
    expect(setTrackingInput.safeParse(numbers).success).toBe(false);
});
