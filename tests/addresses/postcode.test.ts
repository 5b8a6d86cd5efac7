import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { readSettings } from '../../server/core/settings.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { type FakeService, faults, openService } from './fake-service.ts';

let service: FakeService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** The client fixture, whose server has the address service in its settings. */
async function withService() {
  const fixture = await clientFixture();
  const { services, admin, newSite, client } = fixture;
  const settings = readSettings({ ...process.env, POSTCODE_PROVIDER: 'ideal-postcodes', POSTCODE_API_KEY: 'ak_test', POSTCODE_API_URL: service.url });
  const app = createApp({ ...services, settings });
  const find = async (postcode: string, by = admin) => {
    const response = await app.request(`/api/postcode?postcode=${encodeURIComponent(postcode)}`, {
      headers: { Authorization: `Bearer ${by.token}` },
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  await newSite(client.id, { delivery_address: { address_line_1: 'Depot', address_line_4: 'Leeds', postcode: 'LS11 5AA' } });
  return { ...fixture, find };
}
const firstLines = (body: { items: { address_line_1: string }[] }): string[] => body.items.map(({ address_line_1 }) => address_line_1);

test('a postcode finds stored addresses, then addresses of the service; a client does not see stored addresses of other clients', async () => {
  const { find, as } = await withService();
  const { status, body } = await find('ls115aa');
  expect([status, body.postcode, firstLines(body)]).toEqual([200, 'LS11 5AA', ['Depot', 'Unit 3', '1 Mill Lane']]);
  expect(firstLines((await find('LS11 5AA', await as('client_admin'))).body)).toEqual(['Unit 3', '1 Mill Lane']);
});

test('an invalid postcode is not looked up', async () => {
  const { find } = await withService();
  service.requests = [];
  expect((await find('../keys')).status).toBe(422);
  expect(service.requests).toEqual([]);
});

test('if the service fails, stored addresses are returned; without stored addresses the response is 503', async () => {
  const { find } = await withService();
  const fault = faults['has a fault of its own'];
  if (!fault) throw new Error('no fault');
  service.next = [fault, fault];
  expect(firstLines((await find('LS11 5AA')).body)).toEqual(['Depot']);
  const { status, headers, body } = await find('M1 1AE');
  expect([status, headers.get('Retry-After'), typeof body.message]).toEqual([503, '30', 'string']);
});
