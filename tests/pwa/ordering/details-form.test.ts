import { expect, test } from 'vitest';
import { addressInputs } from '../../../pwa/api/address-inputs.ts';
import { type DetailsForm, keepable } from '../../../pwa/ordering/details-form.ts';
import { eachReference } from '../../../shared/ordering/order-references.ts';

const form: DetailsForm = {
  delivery_site_id: 0,
  delivery_address: addressInputs(null),
  contact_name: 'Gemma Holt',
  contact_phone: '',
  contact_email: '',
  ...eachReference(() => ''),
  customer_notes: '',
  saveAddress: true,
  force_over_budget_order: true,
  force_over_allowance: true,
  excess_reason: 'Torn',
  terms: true,
};

test('incomplete values are not saved: half an email address, an address without a postcode, no site', () => {
  const details = keepable({ ...form, contact_email: 'gemma@', delivery_address: { ...addressInputs(null), address_line_1: 'Unit 4' } });
  expect(details).toEqual({ contact_name: 'Gemma Holt', contact_phone: '', ...eachReference(() => ''), customer_notes: '' });
});

test('complete values are saved, but ticked boxes are not', () => {
  const delivery_address = { ...addressInputs(null), address_line_1: 'Unit 4', postcode: 'LS10 1RT' };
  const details = keepable({ ...form, delivery_site_id: 3, delivery_address, contact_email: 'gemma@northgate.test' });
  expect(details).toMatchObject({ delivery_site_id: 3, delivery_address, contact_email: 'gemma@northgate.test' });
  expect(details).not.toHaveProperty('terms');
  expect(details).not.toHaveProperty('force_over_budget_order');
  expect(details).not.toHaveProperty('force_over_allowance');
  expect(details).not.toHaveProperty('excess_reason');
  expect(details).not.toHaveProperty('saveAddress');
});
