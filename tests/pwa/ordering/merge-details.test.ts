import { describe, expect, test } from 'vitest';
import { addressInputs } from '../../../pwa/api/address-inputs.ts';
import { differing, type KeptDetails, mergeDetails, savableChanges } from '../../../pwa/ordering/merge-details.ts';
import { eachReference } from '../../../shared/ordering/order-references.ts';

const base: KeptDetails = {
  delivery_site_id: 1,
  delivery_address: { ...addressInputs(null), address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
  contact_name: '',
  contact_phone: '',
  contact_email: '',
  ...eachReference(() => ''),
  customer_notes: '',
};
const isTouched = () => true;

describe('the details of an order that two people have open', () => {
  test('are compared without surrounding spaces', () => {
    expect(differing(base, { ...base, client_po_reference: ' ' })).toEqual([]);
    expect(differing(base, { ...base, delivery_address: { ...base.delivery_address, postcode: 'LS1 4AQ' }, cost_code: 'CC' })).toEqual([
      'delivery_address',
      'cost_code',
    ]);
  });

  test('are merged if each person changed a different field', () => {
    const mine = { ...base, client_po_reference: 'PO 1' };
    expect(mergeDetails(base, mine, { ...base, cost_code: 'CC' }, isTouched)).toEqual({ take: ['cost_code'], clashes: [] });
  });

  test('conflict only if both people changed the same field to different values', () => {
    const mine = { ...base, client_po_reference: 'PO 1', cost_code: 'CC' };
    const theirs = { ...base, client_po_reference: 'PO 2', cost_code: 'CC' };
    expect(mergeDetails(base, mine, theirs, isTouched)).toEqual({ take: [], clashes: ['client_po_reference'] });
  });

  test('take the other person’s value for a field with an untouched default', () => {
    const mine = { ...base, contact_name: 'Ann Field' };
    expect(mergeDetails(base, mine, { ...base, contact_name: 'Bob Hill' }, () => false)).toEqual({ take: ['contact_name'], clashes: [] });
  });
});

describe('the changes to an order’s details that can be saved', () => {
  const form = { ...base, saveAddress: false, force_over_budget_order: false, terms: true };

  test('are the fields that differ from the stored order', () => {
    expect(savableChanges(base, form)).toEqual({});
    expect(savableChanges(base, { ...form, client_po_reference: 'PO 1' })).toEqual({ client_po_reference: 'PO 1' });
  });

  test('leave out a value that is incomplete', () => {
    expect(savableChanges(base, { ...form, contact_email: 'ann@', cost_code: 'CC' })).toEqual({ cost_code: 'CC' });
  });

  test('include the address of a newly chosen site, even if the address is the same as before', () => {
    const changes = savableChanges(base, { ...form, delivery_site_id: 2 });
    expect(Object.keys(changes)).toEqual(['delivery_site_id', 'delivery_address']);
    expect(changes).toMatchObject({ delivery_site_id: 2, delivery_address: { postcode: 'LS1 4AP' } });
  });
});
