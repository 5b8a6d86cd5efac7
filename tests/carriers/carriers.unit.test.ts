import { expect, test } from 'vitest';
import { carrierOfService, carriersOf } from '../../server/carriers/carriers.ts';
import { bookingOfReference, bookingReference } from '../../server/carriers/reference.ts';
import { trackingUrlOf } from '../../server/carriers/tracking-url.ts';
import { readSettings, SettingsError } from '../../server/core/settings.ts';
import { consignable } from './consignable.ts';

const settings = (environment: Record<string, string> = {}) => readSettings(environment);

test('the manual carrier books nothing; a person enters the tracking number', async () => {
  expect(await carriersOf(settings()).get('manual')?.book(consignable())).toEqual({ outcome: 'by_hand' });
});

test('each service is booked with the carrier that is set for its group of services, and a collection with the manual carrier', () => {
  const here = settings({ CARRIER_FIRST: 'manifest-file', CARRIER_SECOND: 'http', CARRIER_API_URL: 'https://carrier.example/api' });
  expect(['220', '48', 'ND24', '999'].map((service) => carrierOfService(here, service))).toEqual([
    'manifest-file',
    'manifest-file',
    'http',
    'manual',
  ]);
  expect(['220', 'ND24', '999'].map((service) => carrierOfService(settings(), service))).toEqual(['manual', 'manual', 'manual']);
});

test('the API carrier exists only if CARRIER_API_URL is set', () => {
  expect([...carriersOf(settings()).keys()]).toEqual(['manual', 'manifest-file']);
  expect([...carriersOf(settings({ CARRIER_API_URL: 'https://carrier.example' })).keys()]).toContain('http');
});

test.each([
  [{ CARRIER_FIRST: 'http' }, 'CARRIER_API_URL'],
  [{ CARRIER_SECOND: 'http' }, 'CARRIER_API_URL'],
  [{ CARRIER_FIRST: 'pigeon' }, 'CARRIER_FIRST'],
  [{ CARRIER_API_URL: 'ftp://carrier.example' }, 'CARRIER_API_URL'],
  [{ CARRIER_API_TIMEOUT: '0' }, 'CARRIER_API_TIMEOUT'],
  [{ MANIFEST_DIR: '/tmp/one', MANIFEST_ANSWER_DIR: '/tmp/./one' }, 'MANIFEST_ANSWER_DIR'],
  [{ TRACKING_URL_SECOND: 'https://track.example' }, 'TRACKING_URL_SECOND'],
])('the error for an invalid setting names the setting: %j', (environment, name) => {
  expect(() => settings(environment)).toThrow(SettingsError);
  expect(() => settings(environment)).toThrow(name);
});

test('the folders for manifest files are in the data folder unless they are set', () => {
  expect(settings({ DATA_DIR: '/srv/kitroom' })).toMatchObject({
    manifest_dir: '/srv/kitroom/manifests/out',
    manifest_answer_dir: '/srv/kitroom/manifests/in',
  });
});

test('a tracking link uses the address template of the service’s carrier; without a template that is a web address, there is no link', () => {
  const both = settings({ TRACKING_URL: 'https://one.example/p?n={tracking_number}', TRACKING_URL_SECOND: 'https://two.example/{tracking_number}' });
  expect(trackingUrlOf(both, '220', 'JD 1&2')).toBe('https://one.example/p?n=JD%201%262');
  expect(trackingUrlOf(both, 'ND24', 'JD1')).toBe('https://two.example/JD1');
  expect(trackingUrlOf(settings({ TRACKING_URL: 'https://one.example/{tracking_number}' }), 'ND24', 'JD1')).toBeNull();
  expect(trackingUrlOf(both, '220', null)).toBeNull();
  expect(trackingUrlOf(settings({ TRACKING_URL: 'javascript:alert({tracking_number})' }), '220', 'JD1')).toBeNull();
});

test('a booking reference states the dispatch and the attempt; other texts are not read as references', () => {
  expect(bookingReference({ id: 12, booking_attempt: 1 })).toBe('D-00012');
  expect(bookingReference({ id: 12, booking_attempt: 3 })).toBe('D-00012-R3');
  for (const booking of [
    { id: 12, booking_attempt: 1 },
    { id: 1_234_567, booking_attempt: 2 },
  ])
    expect(bookingOfReference(` ${bookingReference(booking).toLowerCase()} `)).toEqual(booking);
  for (const text of ['', 'D-', '12', 'D-00012-R', 'D-00012-2', 'D-00012-R2-R3', 'D-00000', 'X-00012', 'D-00012 OR 1=1'])
    expect(bookingOfReference(text)).toBeNull();
});
