import { isValid } from 'postcode';
import { expect, test } from 'vitest';
import { address } from '../shared/address.ts';
import { messages } from '../shared/messages.ts';
import { isCountryAbroad, isUkPostcode } from '../shared/postcode.ts';

test('a UK postcode is a text that the postcode library accepts, or a British Forces (BFPO) number', () => {
  const postcodes = ['LS1 4AP', 'ls14ap', 'M1 1AE', 'W1A 0AX', 'SW1A 1AA', 'EC1A1BB', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'JE2 3AB', 'IM1 1AA'];
  const others = ['NE11 0', 'NE11', 'NE11 0A', 'LS1 4A', '12345', 'D02 AF30', 'LS1 4APX', 'LSS1 4AP', '1LS 4AP', 'LS1-4AP', 'L', '', 'Leeds'];
  for (const text of [...postcodes, ...others]) expect(isUkPostcode(text), text).toBe(isValid(text));
  for (const text of postcodes) expect(isUkPostcode(text), text).toBe(true);
  for (const text of ['BFPO 105', 'bfpo 2']) expect(isUkPostcode(text), text).toBe(true);
});

test('a country abroad is recognised by its English name or its code; parts of the UK are not countries abroad', () => {
  for (const text of [
    'Ireland',
    'IE',
    ' republic of ireland ',
    'France',
    'GERMANY',
    'Türkiye',
    'Turkey',
    "Cote d'Ivoire",
    'USA',
    'The Netherlands',
    'Isle of Man',
  ])
    expect(isCountryAbroad(text), text).toBe(true);
  for (const text of [
    'United Kingdom',
    'GB',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'Tyne and Wear',
    'Europe',
    'European Union',
    'Unit 4',
    '',
    null,
  ])
    expect(isCountryAbroad(text), String(text)).toBe(false);
});

test('an address needs a UK postcode, or a country abroad on its fifth line', () => {
  const faultOf = (parts: object) => {
    const { error } = address.safeParse({ address_line_1: '1 Quay', ...parts });
    return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  };
  expect(faultOf({ postcode: 'NE11 0' })).toEqual([['postcode', messages.unknown_postcode_of_address]]);
  expect(faultOf({ postcode: 'NE11 0', address_line_5: 'Tyne and Wear' })).toHaveLength(1);
  expect(faultOf({ postcode: 'NE11 0', address_line_5: 'United Kingdom' })).toHaveLength(1);
  expect(faultOf({ postcode: 'D02 AF30', address_line_5: 'Ireland' })).toEqual([]);
  expect(faultOf({ postcode: 'ne110aa' })).toEqual([]);
  // NI, GM and ES are codes of Nicaragua, the Gambia and Spain; people also write NI and GM for parts of the UK.
  expect(faultOf({ postcode: 'BT9', address_line_5: 'NI' })).toHaveLength(1);
  expect(faultOf({ postcode: 'NE11 0', address_line_5: 'gm' })).toHaveLength(1);
  expect(faultOf({ postcode: '28001', address_line_5: 'ES' })).toEqual([]);
  expect(faultOf({ postcode: '' })).toEqual([['postcode', messages.postcode_needed]]);
});
