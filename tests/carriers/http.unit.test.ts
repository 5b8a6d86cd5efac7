import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpCarrier } from '../../server/carriers/http.ts';
import { consignable } from './consignable.ts';
import { type FakeCarrier, faults, openCarrier } from './fake-carrier.ts';

let api: FakeCarrier;
const carrier = (settings: object = {}) =>
  httpCarrier({ CARRIER_API_URL: `${api.url}/`, CARRIER_API_TOKEN: 'a secret', CARRIER_API_TIMEOUT: 1, ...settings });
const book = (values: Parameters<typeof consignable>[0] = {}, settings: object = {}) => carrier(settings).book(consignable(values));
const calls = () => api.call.map(({ method, path }) => `${method} ${path}`);
const booking = { outcome: 'booked', consignment_number: 'C1', tracking_number: 'JD000001' };

beforeEach(async () => {
  api = await openCarrier();
});
afterEach(() => api.close());

test('a booking request contains the reference, the parcel, the address and the token', async () => {
  expect(await book()).toEqual(booking);
  expect(calls()).toEqual(['POST /api/consignments']);
  expect(api.call[0]?.headers).toMatchObject({ authorization: 'Bearer a secret', 'idempotency-key': 'D-00012', 'content-type': 'application/json' });
  expect(api.call[0]?.body).toEqual({
    reference: 'D-00012',
    service: '220',
    weight_kg: 7.5,
    boxes: 2,
    company: 'Northgate Facilities, Leeds Depot',
    address_lines: ['1 Quay St', 'Leeds'],
    postcode: 'LS10 1RT',
    contact_name: 'Ann Other',
    contact_email: 'ann@northgate.test',
    contact_phone: '0113 496 0000',
  });
});

test('no token is sent when none is set', async () => {
  await book({}, { CARRIER_API_TOKEN: undefined });
  expect(api.call[0]?.headers.authorization).toBeUndefined();
});

test('a booking that may have been made before is looked up first, and is not made again if the carrier has it', async () => {
  await book();
  expect(await book({ was_asked: true })).toEqual(booking);
  expect(calls()).toEqual(['POST /api/consignments', 'GET /api/consignments/D-00012']);
});

test('a booking that may have been made before is made if the carrier does not have it', async () => {
  expect(await book({ was_asked: true })).toEqual(booking);
  expect(calls()).toEqual(['GET /api/consignments/D-00012', 'POST /api/consignments']);
});

test('nothing is booked while the carrier cannot say whether it already has the booking', async () => {
  api.next.push(faults.says(500));
  expect(await book({ was_asked: true })).toMatchObject({ outcome: 'unknown' });
  api.next.push(faults.says(403));
  expect(await book({ was_asked: true })).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('Status 403') });
  api.next.push(faults.cuts);
  expect(await book({ was_asked: true })).toMatchObject({ outcome: 'unknown' });
  expect(api.collections).toEqual([]);
});

test.each([
  ['accepted before the connection was cut', [faults.cutsAfterBooking]],
  ['answered with half a response', [faults.garblesAfterBooking]],
  ['answered too late', [faults.sleepsAfterBooking(1500)]],
  ['refused as a duplicate', [faults.says(409, { message: 'Duplicate reference' })]],
])('a booking that was %s is found by its reference and not made again', async (about, next) => {
  if (about.startsWith('refused as a duplicate')) await book();
  api.next.push(...next);
  expect(await book()).toEqual(booking);
  expect(calls().at(-1)).toBe('GET /api/consignments/D-00012');
  expect(api.collections).toEqual(['D-00012']);
});

test.each([
  ['an internal error of the carrier (500)', [faults.says(500)]],
  ['a gateway’s fault', [faults.says(503, 'no json')]],
  ['a cut connection', [faults.cuts]],
  ['bad JSON', [faults.says(200, 'hello')]],
  ['an answer without numbers', [faults.says(201, { consignment_number: null, tracking_number: '' })]],
  ['a number that is too long', [faults.says(201, { tracking_number: '9'.repeat(81) })]],
  ['an answer without an end', [faults.floods]],
  ['a timeout at the carrier (408)', [faults.says(408)]],
])('%s leaves the outcome of a booking unknown, and the next attempt looks the booking up first', async (_about, next) => {
  api.next.push(...next);
  expect(await book()).toMatchObject({ outcome: 'unknown', reason: expect.stringMatching(/carrier/) });
  expect(await book({ was_asked: true })).toEqual(booking);
  expect(api.collections).toEqual(['D-00012']);
});

test('a refusal shows the carrier’s own message, and is final', async () => {
  api.next.push(faults.says(422, { message: 'No delivery to this postcode' }));
  expect(await book()).toEqual({ outcome: 'refused', reason: 'No delivery to this postcode' });
  api.next.push(faults.says(400, '<html>'));
  expect(await book()).toEqual({ outcome: 'refused', reason: 'The carrier refused the request (400).' });
  expect(calls()).toEqual(['POST /api/consignments', 'POST /api/consignments']);
});

test('the next attempt waits as long as an overloaded carrier asks in Retry-After', async () => {
  api.next.push(faults.says(429, { message: 'Slow down' }, { 'Retry-After': '120' }));
  expect(await book()).toEqual({ outcome: 'not_booked', reason: 'Slow down', after: 120_000 });
  api.next.push(faults.says(429, {}, { 'Retry-After': 'soon' }));
  expect(await book()).toEqual({ outcome: 'not_booked', reason: 'The carrier refused the request (429).' });
});

test.each([401, 403, 404])('if the carrier denies access (%s), the booking counts as not made, but not as refused', async (status) => {
  api.next.push(faults.says(status));
  expect(await book()).toMatchObject({ outcome: 'not_booked' });
});

test('a booking counts as not made if the carrier cannot be reached', async () => {
  await api.close();
  expect(await book()).toEqual({ outcome: 'not_booked', reason: 'The carrier cannot be reached (ECONNREFUSED).' });
  api = await openCarrier();
});

test('the token is not sent to the target of a redirect', async () => {
  let stolen: string | undefined;
  const thief = createServer((request, response) => {
    stolen = request.headers.authorization ?? 'nothing';
    response.end('{"tracking_number":"X"}');
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  const { port } = thief.address() as AddressInfo;
  api.next.push((_request, response) => void response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end());
  expect(await book()).toMatchObject({ outcome: 'unknown' });
  expect(stolen).toBeUndefined();
  thief.close();
});

test('tracking and consignment numbers are accepted as text or as whole numbers', async () => {
  api.next.push(faults.says(200, { tracking_number: 15501234567890, consignment_number: ' C 9 ' }));
  expect(await book()).toEqual({ outcome: 'booked', tracking_number: '15501234567890', consignment_number: 'C 9' });
});
