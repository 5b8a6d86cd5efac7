import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Line } from '../../../pwa/office/client.ts';
import { ProductCell } from '../../../pwa/office/product-cell.tsx';

const markup = (change: { decoration?: string; discontinued_at?: string | null }): string => {
  const { decoration = null, discontinued_at = null } = change;
  const line = {
    product_name: 'Polo',
    product: { sku: 'PO01-NVY-M', parent: null, media: [], discontinued_at, attributes: { variation_colour: 'Navy', colour_hex: '#123' } },
    picked_product: null,
    is_size_selected: true,
    decoration,
    notes: null,
  } as unknown as Line;
  return renderToStaticMarkup(<ProductCell line={line} onNotes={() => undefined} />);
};
const text = (html: string): string => html.replace(/<[^>]*>/g, '');

test('a decoration is cut to its first 20 characters, and its tooltip has all of them', () => {
  const twenty = 'Logo, on left breast';
  expect(twenty).toHaveLength(20);
  expect(text(markup({ decoration: twenty }))).toMatch(/· Logo, on left breast$/);
  const html = markup({ decoration: `${twenty}s of both` });
  expect(text(html)).toMatch(/· Logo, on left breast…$/);
  expect(html).toContain(`title="${twenty}s of both"`);
});

test('a product that is discontinued, or will be, is marked on the line that is allocated', () => {
  expect(text(markup({}))).not.toContain('Discontinued');
  expect(text(markup({ discontinued_at: '2020-01-01T00:00:00.000Z' }))).toMatch(/Discontinued$/);
  expect(text(markup({ discontinued_at: '2099-12-03T00:00:00.000Z' }))).toContain('· Discontinued from 03/12/99');
});
