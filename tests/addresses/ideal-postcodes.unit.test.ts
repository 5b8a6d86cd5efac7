import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idealPostcodes } from '../../server/addresses/ideal-postcodes.ts';
import { postcodeProvider } from '../../server/addresses/postcode-provider.ts';
import { readSettings } from '../../server/core/settings.ts';
import { type FakeService, faults, openService, reply } from './fake-service.ts';

let service: FakeService;
beforeAll(async () => {
  service = await openService();
});
beforeEach(() => {
  service.requests = [];
});
afterAll(() => service.close());

const ask = (postcode = 'LS11 5AA') => idealPostcodes({ key: 'ak_test', url: `${service.url}/`, seconds: 1 }).find(postcode);

test('an address has the county on the third line and the town on the fourth', async () => {
  expect(await ask()).toEqual({
    is: 'found',
    addresses: [
      {
        address_line_1: 'Unit 3',
        address_line_2: '5 Mill Lane, Holbeck',
        address_line_3: 'West Yorkshire',
        address_line_4: 'LEEDS',
        address_line_5: null,
        postcode: 'LS11 5AA',
      },
      {
        address_line_1: '1 Mill Lane',
        address_line_2: null,
        address_line_3: null,
        address_line_4: 'LEEDS',
        address_line_5: null,
        postcode: 'LS11 5AA',
      },
    ],
  });
  expect(service.requests).toEqual([{ path: '/v1/postcodes/LS11%205AA?limit=100', authorization: 'api_key="ak_test"' }]);
});

test('a postcode that the service does not know has no addresses', async () => {
  service.next = [reply(404, { code: 4040, message: 'Postcode not found' })];
  expect(await ask()).toEqual({ is: 'found', addresses: [] });
});

test('invalid addresses are left out, and at most a hundred are returned', async () => {
  const good = { line_1: 'a'.repeat(500), post_town: 'Leeds', postcode: 'LS11 5AA' };
  service.next = [
    reply(200, { result: [null, { line_1: '' }, { ...good, line_1: ' ' }, { ...good, postcode: 'x'.repeat(40) }, ...Array(150).fill(good)] }),
  ];
  const answer = await ask();
  expect(answer.is === 'found' && answer.addresses.length).toBe(96);
  expect(answer).toMatchObject({ addresses: expect.arrayContaining([expect.objectContaining({ address_line_1: 'a'.repeat(120) })]) });
});

describe.each(Object.keys(faults))('a service that %s', (name) => {
  test('counts as unavailable within five seconds', async () => {
    const fault = faults[name];
    if (!fault) throw new Error('no fault');
    service.next = [fault];
    const started = performance.now();
    expect(await ask()).toEqual({ is: 'unavailable', reason: expect.stringMatching(/./) });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(service.requests).toHaveLength(1);
  });
});

test('a service that cannot be reached is unavailable', async () => {
  expect(await idealPostcodes({ key: 'ak_test', url: 'http://127.0.0.1:1', seconds: 1 }).find('LS11 5AA')).toMatchObject({ is: 'unavailable' });
});

test('a postcode service is used only if the settings name the service; settings that name it without a valid key are refused', () => {
  expect(postcodeProvider(readSettings({}))).toBeNull();
  expect(postcodeProvider(readSettings({ POSTCODE_API_KEY: 'ak_test' }))).toBeNull();
  expect(() => readSettings({ POSTCODE_PROVIDER: 'ideal-postcodes' })).toThrow('POSTCODE_API_KEY');
  expect(() => readSettings({ POSTCODE_PROVIDER: 'ideal-postcodes', POSTCODE_API_KEY: 'two words' })).toThrow('POSTCODE_API_KEY');
  expect(postcodeProvider(readSettings({ POSTCODE_PROVIDER: 'ideal-postcodes', POSTCODE_API_KEY: 'ak_test' }))).not.toBeNull();
});
