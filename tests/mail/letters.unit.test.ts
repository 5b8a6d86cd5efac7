import { expect, test } from 'vitest';
import { requestApprovedLetter, requestDeclinedLetter } from '../../server/mail/letters/approval-decision.ts';
import { approvalRequestLetter } from '../../server/mail/letters/approval-request.ts';
import { confirmEmailLetter, emailChangeRequestedLetter } from '../../server/mail/letters/confirm-email.ts';
import { dispatchedLetter } from '../../server/mail/letters/dispatched.ts';
import { emailChangedLetter, emailInUseLetter } from '../../server/mail/letters/email-changed.ts';
import { orderConfirmationLetter } from '../../server/mail/letters/order-confirmation.ts';
import { overBudgetLetter } from '../../server/mail/letters/over-budget.ts';
import { passwordResetLetter } from '../../server/mail/letters/password-reset.ts';
import { secondFactorChangedLetter } from '../../server/mail/letters/second-factor-changed.ts';

const hostile = '<img src=x onerror="alert(1)"> & \'co\'';
const wearers = [{ name: hostile, items: [{ product: hostile, size: null, is_size_selected: false, colour: 'Navy', quantity: 2 }] }];
const url = 'https://kit.example/orders/1';
const delivery_address = ['1 Mill Lane', 'Leeds', 'LS1 4AP'];

const letters = {
  password_reset: passwordResetLetter({ name: hostile, url: `${url}?token=abc`, minutes: 60 }),
  confirm_email: confirmEmailLetter({ name: hostile, url: `${url}?token=abc`, hours: 24 }),
  email_change_requested: emailChangeRequestedLetter({ name: hostile, email: 'new@example.test', url }),
  email_changed: emailChangedLetter({ name: hostile, email: 'new@example.test', url }),
  email_in_use: emailInUseLetter({ name: hostile, url }),
  second_factor_changed: secondFactorChangedLetter({ name: hostile, is_on: true, url }),
  order_confirmation: orderConfirmationLetter({
    name: hostile,
    order_number: '00042',
    url,
    po_reference: hostile,
    delivery_address,
    wearers,
    totals: { sub_total: 2500, vat: 500, total: 3000 },
  }),
  dispatched: dispatchedLetter({
    order_number: '00042',
    url,
    po_reference: hostile,
    delivery_address,
    service: '220 Parcel',
    boxes: 2,
    tracking_number: 'JD1',
    tracking_url: 'https://track.example/?n=JD1&x=2',
    is_part: true,
    wearers,
  }),
  approval_request: approvalRequestLetter({
    name: 'Ann',
    requester: hostile,
    order_number: '00042',
    url,
    site: null,
    notes: hostile,
    wearers,
    sub_total: 2500,
  }),
  over_budget: overBudgetLetter({
    order_number: '00042',
    url,
    who: hostile,
    did: 'placed',
    employee_name: hostile,
    role: 'Driver',
    budget_value: 5000,
    spent: 4000,
    this_order: 1500,
  }),
};
const decided = { name: hostile, order_number: '00042', url, approver: hostile, wearers };
const decisions = [
  requestApprovedLetter({ ...decided, po_reference: hostile, delivery_address, totals: { sub_total: 2500, vat: 500, total: 3000 } }),
  requestDeclinedLetter({ ...decided, reason: hostile }),
];

test.each([...Object.entries(letters), ...decisions.map((one) => ['approval_decision', one] as const)])(
  '%s escapes every word in HTML and keeps it whole in plain text',
  (kind, { html, text, kind: named }) => {
    expect(named).toBe(kind);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;co&#39;');
    expect(text).toContain(hostile);
    expect(text).toContain('https://');
    expect(html).not.toMatch(/https?:\/\/(?!kit\.example|track\.example)/);
  },
);

test('a confirmation shows money only to readers who see prices', () => {
  const confirmed = { name: 'Ann', order_number: '00042', url, po_reference: null, delivery_address, wearers };
  expect(orderConfirmationLetter({ ...confirmed, totals: { sub_total: 2500, vat: 500, total: 3000 } }).text).toContain('Total: £30.00');
  const unpriced = orderConfirmationLetter({ ...confirmed, totals: null });
  expect(unpriced.text + unpriced.html).not.toContain('£');
});

test('a dispatch is followed by its tracking link, or by the order where the carrier has none', () => {
  expect(letters.dispatched.html).toContain('href="https://track.example/?n=JD1&amp;x=2"');
  expect(letters.dispatched.text).toContain('Tracking number: JD1');
  const untracked = dispatchedLetter({
    order_number: '1',
    url,
    po_reference: null,
    delivery_address,
    service: 'x',
    boxes: 1,
    tracking_number: null,
    tracking_url: null,
    is_part: false,
    wearers,
  });
  expect(untracked.html).toContain(`href="${url}"`);
});

test('an item says its size, that it is still to be chosen, or nothing where there is none', () => {
  const item = { product: 'Polo', colour: 'Navy', quantity: 1 };
  const items = [
    { ...item, size: 'M', is_size_selected: true },
    { ...item, size: null, is_size_selected: false },
    { ...item, size: null, is_size_selected: true },
  ];
  const { text } = orderConfirmationLetter({
    name: 'Ann',
    order_number: '1',
    url,
    po_reference: null,
    delivery_address,
    wearers: [{ name: 'Bob', items }],
    totals: null,
  });
  expect(text).toContain('  1 x Polo, Navy, size M\n  1 x Polo, Navy, size to be chosen\n  1 x Polo, Navy\n');
});

test('an address that is no web address never becomes a link', () => {
  expect(passwordResetLetter({ name: 'Ann', url: 'javascript:alert(1)', minutes: 60 }).html).not.toContain('javascript:');
});

test('a decision says who made it; a declined request why, and where it is changed', () => {
  const [approved, declined] = decisions;
  expect(approved?.text).toContain(`Approved by: ${hostile}`);
  expect(approved?.text).toContain('Total: £30.00');
  expect(declined?.text).toContain(`Reason: ${hostile}`);
  expect(declined?.html).toContain(`href="${url}/edit"`);
});

test('an alert has the arithmetic of the budget', () => {
  for (const words of ['Budget: £50.00', 'Spent before: £40.00', 'This order: £15.00', 'Over by: £5.00'])
    expect(letters.over_budget.text).toContain(words);
});
