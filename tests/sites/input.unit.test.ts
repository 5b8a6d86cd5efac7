import { expect, test } from 'vitest';
import { newSite, siteChange, siteDeletion } from '../../shared/sites/site.ts';

const faultsOf = (schema: typeof newSite | typeof siteChange, body: object): unknown[] =>
  (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
const delivery_address = { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' };

test('a new site needs a name and a delivery address', () => {
  expect(newSite.parse({ name: ' Leeds\nDepot ', delivery_address })).toEqual({ name: 'Leeds Depot', delivery_address });
  expect(faultsOf(newSite, { name: '', delivery_address: { address_line_1: '', postcode: '' } })).toEqual([
    ['name', 'Enter a name.'],
    ['delivery_address.address_line_1', 'Enter the first line of the address'],
    ['delivery_address.postcode', 'Enter the postcode'],
  ]);
  expect(newSite.safeParse({ name: 'Leeds' }).success).toBe(false);
});

test('a change of a site contains only the changed fields, and an empty field is stored as null', () => {
  expect(siteChange.parse({ cost_centre: ' ', invoice_address: null, inverse_po: true, version: 2 })).toEqual({
    cost_centre: null,
    invoice_address: null,
    inverse_po: true,
    version: 2,
  });
  expect(faultsOf(siteChange, { contact_email: 'ann@' })).toEqual([['contact_email', 'Enter a full email address, such as name@company.co.uk']]);
});

test('a deletion of a site may name the site to which its people move', () => {
  expect([{}, { move_to: 3 }, { move_to: 0 }, { move_to: '3' }].map((body) => siteDeletion.safeParse(body).success)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
