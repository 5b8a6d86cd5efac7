import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '../../../pwa/routes.tsx';
import { beginsLike } from '../../../pwa/shell/begins-like.ts';

const paths = routes.flatMap(({ path, also }) => [path, ...(also ? [also] : [])]);

test('the beginning of an address finds every route that matches it, also in capitals or with a slash at the end', () => {
  const addresses = paths.map((path) => path.replace(/:\w+/g, 'Some-7')).flatMap((one) => [one, one.toUpperCase(), `${one}/`]);
  const matches = addresses.flatMap((address) => paths.filter((path) => matchPath(path, address)).map((path) => [path, address] as const));
  expect(matches.length).toBeGreaterThanOrEqual(addresses.length);
  expect(matches.filter(([path, address]) => !beginsLike(path, address))).toEqual([]);
});

test('an address is compared with fewer than a quarter of the routes', () => {
  const compared = (address: string): number => paths.filter((path) => beginsLike(path, address)).length;
  for (const address of ['/orders/018f-7/edit', '/admin/products', '/nothing/here'])
    expect(compared(address), address).toBeLessThan(paths.length / 4);
});
