import { expect, test } from 'vitest';
import { loggedPath } from '../../server/http/logged-path.ts';
import { sizeRequestEmail } from '../../server/mail/email-templates/size-request.ts';
import { deadLink } from '../../shared/sizes/size-link.ts';
import { articleOnFile, colourOnFile, onFileWords, type SizeOnFile } from '../../shared/sizes/size-on-file.ts';

const now = '2026-11-20T09:00:00.000Z';
const later = '2026-11-20T09:00:00.001Z';

test('a size link opens until it expires; if its order is cancelled or has all sizes, an expired link reports that, not its expiry', () => {
  expect(deadLink({ expires_at: later, is_cancelled: false, missing: 1 }, now)).toBeNull();
  expect(deadLink({ expires_at: now, is_cancelled: false, missing: 1 }, now)).toBe('link_expired');
  expect(deadLink({ expires_at: now, is_cancelled: false, missing: 0 }, now)).toBe('link_sized');
  expect(deadLink({ expires_at: now, is_cancelled: true, missing: 0 }, now)).toBe('link_cancelled');
});

const size = (variation_size_1: string | null, variation_size_2: string | null = null) => ({
  variation_size_1,
  variation_size_2,
  variation_all_size: null,
});
const onFile: SizeOnFile = {
  name: 'x',
  style_id: 1,
  product_id: 12,
  variation_colour: 'Navy',
  order_number: '00123',
  recorded_at: null,
  ...size('34', 'R'),
};
const article = (id: number, variation_colour: string, [one, two]: [string, string?]) => ({
  id,
  attributes: { variation_colour, ...size(one, two) },
});

test('the size on file is offered in the chosen colour, even if another colour was ordered before', () => {
  const articles = [article(11, 'Navy', ['32', 'R']), article(12, 'Navy', ['34', 'R']), article(21, 'Black', ['34', 'R']), article(31, 'Red', ['S'])];
  expect(articleOnFile(articles, 'Navy', onFile)?.id).toBe(12);
  expect(articleOnFile(articles, 'Black', onFile)?.id).toBe(21);
  expect(articleOnFile(articles, 'Red', onFile)).toBeUndefined();
  expect(articleOnFile(articles, 'Navy', undefined)).toBeUndefined();
  expect(colourOnFile([{ name: 'Black' }, { name: 'Navy' }], onFile)).toBe('Navy');
  expect(colourOnFile([{ name: 'Black' }, { name: 'Red' }], onFile)).toBe('Black');
  expect(colourOnFile([{ name: 'Black' }], undefined)).toBe('Black');
  expect(colourOnFile([], onFile)).toBeNull();
});

test('the size on file is shown with the number of its order only if the reader may see that order', () => {
  expect(onFileWords(onFile)).toBe('Size on file: 34R, from order 00123');
  expect(onFileWords({ ...onFile, order_number: null })).toBe('Size on file: 34R');
  expect(onFileWords({ ...onFile, ...size(null) })).toBeNull();
});

test('the email that requests a size escapes all input in HTML and keeps it unchanged in plain text', () => {
  const hostile = '<img src=x onerror="alert(1)">';
  const { kind, subject, text, html } = sizeRequestEmail({
    name: hostile,
    requester: hostile,
    company: hostile,
    order_number: '00042',
    url: 'https://kit.example/sizes/abc',
    until: '20 December 2026',
    wearer: { name: hostile, items: [{ product: hostile, size: null, is_size_selected: false, colour: null, quantity: 2 }] },
  });
  expect(kind).toBe('size_request');
  expect(subject).toContain('00042');
  expect(html).not.toContain('<img');
  expect(text).toContain(`${hostile} has ordered clothing for you`);
  expect(html).toContain('href="https://kit.example/sizes/abc"');
  expect(text).toContain('https://kit.example/sizes/abc');
});

test('the secret in the address of a size link is not written to the log', () => {
  const token = 'x'.repeat(43);
  expect(loggedPath(`/api/sizes/${token}/pictures/1`)).toBe('/api/sizes/•••/pictures/1');
  expect(loggedPath('/api/employees/12/sizes')).toBe('/api/employees/12/sizes');
});
