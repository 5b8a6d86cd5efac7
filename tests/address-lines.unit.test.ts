import { expect, test } from 'vitest';
import { address } from '../shared/address.ts';
import { addressKey, addressLines } from '../shared/address-lines.ts';

const depot = {
  address_line_1: 'Unit 4',
  address_line_2: 'Mill Lane',
  address_line_3: 'West Yorkshire',
  address_line_4: 'Leeds',
  address_line_5: 'Gate B',
  postcode: 'LS1 4AP',
};

test('an address is written with the town before the county, and the postcode last', () => {
  expect(addressLines(depot)).toEqual(['Unit 4', 'Mill Lane', 'Leeds', 'West Yorkshire', 'Gate B', 'LS1 4AP']);
  expect(addressLines({ address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' })).toEqual(['1 Mill Lane', 'Leeds', 'LS1 4AP']);
});

test('two addresses differ if the names of the town and the county are swapped', () => {
  const at = (lines: object) => addressKey({ address_line_1: '1', postcode: 'YO1', ...lines });
  expect(at({ address_line_4: 'York' })).toBe(at({ address_line_4: 'YORK ' }));
  expect(at({ address_line_3: 'Kent', address_line_4: 'York' })).not.toBe(at({ address_line_3: 'York', address_line_4: 'Kent' }));
});

test('two addresses differ if the same text is divided between their lines in different places', () => {
  const at = (address_line_1: string, address_line_2: string) => addressKey({ address_line_1, address_line_2, postcode: 'YO1' });
  expect(at('Unit 1', '2 Mill Lane')).not.toBe(at('Unit 12', 'Mill Lane'));
});

test('a postcode is stored in capitals with one space; a BFPO number is stored as it is', () => {
  const stored = (postcode: string) => address.parse({ address_line_1: '1', postcode }).postcode;
  expect(['ls11aa', ' m1  1AE ', 'W1A0AX', 'gir0aa', 'SW1A 1aa', 'BFPO 105'].map(stored)).toEqual([
    'LS1 1AA',
    'M1 1AE',
    'W1A 0AX',
    'GIR 0AA',
    'SW1A 1AA',
    'BFPO 105',
  ]);
  expect(address.safeParse({ address_line_1: '1', postcode: ' ' }).success).toBe(false);
});
