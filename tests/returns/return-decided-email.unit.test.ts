import { expect, test } from 'vitest';
import { returnDecidedEmail, returnVerdict } from '../../server/mail/email-templates/return-decided.ts';

const hostile = '<img src=x onerror="alert(1)"> & \'co\'';
const items = [
  { product: hostile, colour: 'Navy', size: 'XL', qty_requested: 3, qty_approved: 2, exchanged: false, qty_exchanged: null, exchange_size: null },
];
const about = {
  name: hostile,
  return_number: '00007',
  order_number: '00042',
  url: 'https://kit.example/returns/7',
  comments: hostile,
  qty_kept: 0,
  items,
};

test('the email has the same text in HTML, fully escaped, and in plain text', () => {
  const { kind, subject, html, text } = returnDecidedEmail({ ...about, status: 'part_approved' });
  expect(kind).toBe('return_decided');
  expect(subject).toBe('Return 00007 is approved in part');
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;co&#39;');
  expect(html).toContain('href="https://kit.example/returns/7"');
  expect(text).toContain(`2 of 3 x ${hostile}, Navy, size XL`);
  expect(text).toContain(`Comments: ${hostile}`);
  expect(text).toContain('https://kit.example/returns/7');
});

test('the titles of an approved, a part-approved and a rejected return differ', () => {
  expect((['approved', 'part_approved', 'rejected'] as const).map((status) => returnVerdict('00007', status).title)).toEqual([
    'Return 00007 is approved',
    'Return 00007 is approved in part',
    'Return 00007 is not approved',
  ]);
  expect(returnDecidedEmail({ ...about, comments: null, status: 'rejected' }).text).not.toContain('Comments:');
});

test('the email says what is charged if the exchange was sent and items are not approved', () => {
  const sentence = (qty_kept: number) => returnDecidedEmail({ ...about, qty_kept, status: 'rejected' }).text;
  expect(sentence(0)).not.toContain('charged');
  expect(sentence(1)).toContain('What was sent in exchange stays yours. The item that we do not accept is charged.');
  expect(sentence(2)).toContain('The 2 items that we do not accept are charged.');
});
