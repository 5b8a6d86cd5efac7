import type { Consignable } from '../../server/carriers/carrier.ts';

/** Returns a dispatch in the form that a carrier gets, with `values` in place of the defaults. */
export const consignable = (values: Partial<Consignable> = {}): Consignable => ({
  id: 12,
  reference: 'D-00012',
  was_asked: false,
  service_key: '220',
  total_weight: 7.5,
  total_items: 2,
  company: 'Northgate Facilities, Leeds Depot',
  delivery_address: { address_line_1: '1 Quay St', address_line_4: 'Leeds', postcode: 'LS10 1RT' },
  contact_name: 'Ann Other',
  contact_email: 'ann@northgate.test',
  contact_phone: '0113 496 0000',
  ...values,
});
