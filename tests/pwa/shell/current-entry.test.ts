import { expect, test } from 'vitest';
import { routes } from '../../../pwa/routes.tsx';
import { currentEntry, type NavEntry } from '../../../pwa/shell/current-entry.ts';

const entries: NavEntry[] = routes.flatMap(({ nav, path, layout }) => (nav ? [{ ...nav, to: path, layout }] : []));
const labelAt = (pathname: string): string | undefined => currentEntry(entries, pathname)?.label;

test('the navigation marks the entry whose address is the open screen’s address or the beginning of that address', () => {
  expect(labelAt('/admin/products')).toBe('Products');
  expect(labelAt('/admin/products/7/edit')).toBe('Products');
  expect(labelAt('/admin/reports/shortfall')).toBe('Shortfall');
  expect(labelAt('/admin/reports/open')).toBe('Reports');
  expect(labelAt('/admin/productsx')).toBeUndefined();
});

test('the navigation marks the entry of a screen even if the screen’s address begins differently from the entry’s', () => {
  expect(labelAt('/admin/price-changes')).toBe('Products');
  expect(labelAt('/admin/scheduled-reports/1/edit')).toBe('Reports');
});

test('every screen of the office belongs to an entry of the navigation', () => {
  const office = routes.filter(({ path, layout }) => layout === 'desk' && path.startsWith('/admin/'));
  expect(office.length).toBeGreaterThan(50);
  expect(office.filter(({ path }) => !labelAt(path)).map(({ path }) => path)).toEqual([]);
});
