import { expect, test } from 'vitest';
import { routes } from '../../../pwa/routes.tsx';
import { isScreen } from '../../../pwa/shell/is-screen.ts';
import { createApp } from '../../../server/app.ts';

const UUID = '0b5f7f2e-6c1a-4d0e-9a37-2f4f1f6f6a10';
/** Returns an address for the path of a route: `:uuid` and `:receipt` become a UUID, `:token` a token, and all other parameters a number. */
const addressOf = (path: string): string =>
  path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => (['uuid', 'receipt'].includes(name) ? UUID : name === 'token' ? 'aB3_-x' : '17'));

test('the address of every screen is recognised, also with a slash at its end', () => {
  for (const { path, also } of routes)
    for (const address of [path, also ?? path].map(addressOf))
      expect([address, isScreen(address), isScreen(`${address}/`)]).toEqual([address, true, true]);
});

test('the installed app opens the walk of several orders by its uuid, so that a reload without a network finds it', () => {
  expect(isScreen(`/admin/picking/clusters/${UUID}`)).toBe(true);
});

test('an address that the server answers itself is not a screen: the installed app leaves it to the server', () => {
  const services = { settings: { public_url: 'https://kitroom.example' } };
  const paths = createApp(services as never).routes.flatMap(({ method, path }) => (method === 'GET' && !path.endsWith('*') ? [path] : []));
  expect(paths).toEqual(expect.arrayContaining(['/admin/reports/invoice/export', '/admin/imports/export', '/files/:hash', '/api/orders']));
  expect(paths.map(addressOf).filter(isScreen)).toEqual([]);
});

test('an unknown address is not a screen, because a later version may have a screen there', () => {
  for (const address of ['/admin/nothing', '/orders/abc', '/index.html', '/reports/2026.csv']) expect(isScreen(address)).toBe(false);
});
