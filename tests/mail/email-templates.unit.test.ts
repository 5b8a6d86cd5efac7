import { expect, test } from 'vitest';
import { requestApprovedEmail, requestDeclinedEmail } from '../../server/mail/email-templates/approval-decision.ts';
import { approvalRequestEmail } from '../../server/mail/email-templates/approval-request.ts';
import { approvalsHandedOverEmail } from '../../server/mail/email-templates/approvals-handed-over.ts';
import { addressChangeRequestedEmail, confirmAddressEmail } from '../../server/mail/email-templates/confirm-email.ts';
import { addressChangedEmail, addressInUseEmail } from '../../server/mail/email-templates/email-changed.ts';
import { impersonatedEmail } from '../../server/mail/email-templates/impersonated.ts';
import { invitationEmail } from '../../server/mail/email-templates/invitation.ts';
import { leaverHoldingsEmail } from '../../server/mail/email-templates/leaver-holdings.ts';
import { orderConfirmationEmail } from '../../server/mail/email-templates/order-confirmation.ts';
import { dispatchedEmail } from '../../server/mail/email-templates/order-dispatched.ts';
import { overAllowanceEmail } from '../../server/mail/email-templates/over-allowance.ts';
import { overBudgetEmail } from '../../server/mail/email-templates/over-budget.ts';
import { passwordResetEmail } from '../../server/mail/email-templates/password-reset.ts';
import { secondFactorChangedEmail } from '../../server/mail/email-templates/second-factor-changed.ts';

const hostile = '<img src=x onerror="alert(1)"> & \'co\'';
const wearers = [{ name: hostile, items: [{ product: hostile, size: null, is_size_selected: false, colour: 'Navy', quantity: 2 }] }];
const url = 'https://kit.example/orders/1';
const delivery_address = ['1 Mill Lane', 'Leeds', 'LS1 4AP'];

const emails = {
  password_reset: passwordResetEmail({ name: hostile, url: `${url}?token=abc`, minutes: 60 }),
  invitation: invitationEmail({ name: hostile, by: hostile, url: `${url}?token=abc`, days: 7, is_provider: false }),
  confirm_email: confirmAddressEmail({ name: hostile, url: `${url}?token=abc`, hours: 24 }),
  email_change_requested: addressChangeRequestedEmail({ name: hostile, email: 'new@example.test', url }),
  email_changed: addressChangedEmail({ name: hostile, email: 'new@example.test', url }),
  email_in_use: addressInUseEmail({ name: hostile, url }),
  impersonated: impersonatedEmail({
    name: hostile,
    by: hostile,
    reason: hostile,
    began_at: '2026-07-01T09:00:00.000Z',
    ended_at: '2026-07-01T10:00:00.000Z',
  }),
  second_factor_changed: secondFactorChangedEmail({ name: hostile, is_on: true, url }),
  order_confirmation: orderConfirmationEmail({
    name: hostile,
    order_number: '00042',
    url,
    client_po_reference: hostile,
    delivery_address,
    wearers,
    totals: { sub_total: 2500, vat: 500, total: 3000 },
  }),
  dispatched: dispatchedEmail({
    order_number: '00042',
    url,
    client_po_reference: hostile,
    delivery_address,
    service: '220 Parcel',
    is_collection: false,
    boxes: 2,
    tracking_number: 'JD1',
    tracking_url: 'https://track.example/?n=JD1&x=2',
    rest: [
      { name: 'Priya', items: [{ product: 'Polo', size: 'M', is_size_selected: true, colour: 'Navy', quantity: 1, status: 'Expected 4 May.' }] },
    ],
    wearers,
  }),
  approvals_handed_over: approvalsHandedOverEmail({
    name: 'Ann',
    leaver: hostile,
    requests: [{ order_number: '00042', requester: hostile }],
    count: 3,
    url,
  }),
  approval_request: approvalRequestEmail({
    name: 'Ann',
    requester: hostile,
    order_number: '00042',
    url,
    site: null,
    notes: hostile,
    wearers,
    sub_total: 2500,
  }),
  leaver_holdings: leaverHoldingsEmail({
    name: 'Ann',
    employee: hostile,
    leaves_on: '2026-11-30',
    url,
    items: [{ product: hostile, colour: hostile, size: hostile, quantity: 2, issued_on: '2026-01-02', value_now: '£3.00' }],
    further: 3,
    total_now: '£6.00',
  }),
  over_allowance: overAllowanceEmail({
    order_number: '00042',
    url,
    who: hostile,
    employee_names: hostile,
    arithmetic: [`${hostile}: Shirts: 3 a year, 2 used, this order 2`],
  }),
  over_budget: overBudgetEmail({
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
  requestApprovedEmail({ ...decided, client_po_reference: hostile, delivery_address, totals: { sub_total: 2500, vat: 500, total: 3000 } }),
  requestDeclinedEmail({ ...decided, reason: hostile }),
];

test.each([...Object.entries(emails), ...decisions.map((one) => ['approval_decision', one] as const)])(
  'the email %s escapes every value in HTML and shows it unchanged in plain text',
  (kind, { html, text, kind: emailKind }) => {
    expect(emailKind).toBe(kind);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;co&#39;');
    expect(text).toContain(hostile);
    // The email about an impersonation has no link, because the impersonation is over.
    if (kind !== 'impersonated') expect(text).toContain('https://');
    expect(html).not.toMatch(/https?:\/\/(?!kit\.example|track\.example)/);
  },
);

test('a confirmation shows amounts only to readers who may see prices', () => {
  const confirmed = { name: 'Ann', order_number: '00042', url, client_po_reference: null, delivery_address, wearers };
  expect(orderConfirmationEmail({ ...confirmed, totals: { sub_total: 2500, vat: 500, total: 3000 } }).text).toContain('Total: £30.00');
  const unpriced = orderConfirmationEmail({ ...confirmed, totals: null });
  expect(unpriced.text + unpriced.html).not.toContain('£');
});

test('a dispatch email links to the carrier’s tracking page, or to the order if there is no such page', () => {
  expect(emails.dispatched.html).toContain('href="https://track.example/?n=JD1&amp;x=2"');
  expect(emails.dispatched.text).toContain('Tracking number: JD1');
  const untracked = dispatchedEmail({
    order_number: '1',
    url,
    client_po_reference: null,
    delivery_address,
    service: 'x',
    is_collection: false,
    boxes: 1,
    tracking_number: null,
    tracking_url: null,
    rest: [],
    wearers,
  });
  expect(untracked.html).toContain(`href="${url}"`);
});

test('a dispatch email asks to confirm the arrival on the page of the order, and a collection is ready to collect', () => {
  const order = {
    order_number: '00042',
    url,
    client_po_reference: null,
    delivery_address,
    service: '220 Parcel',
    is_collection: false,
    boxes: 1,
    tracking_number: 'JD1',
    tracking_url: 'https://track.example/JD1',
    rest: [],
    wearers,
  };
  const sent = dispatchedEmail(order);
  expect(sent.subject).toBe('Order 00042 is on its way');
  expect(sent.text).toContain(`Confirm the arrival:\n${url}`);
  expect(sent.text).toContain('Follow the parcel:\nhttps://track.example/JD1');
  const collected = dispatchedEmail({ ...order, service: '999 Collection', is_collection: true, tracking_number: null, tracking_url: null });
  expect(collected.subject).toBe('Order 00042 is ready to collect');
  expect(collected.text).toMatch(/^Order 00042 is ready to collect\n/);
  expect(collected.text).not.toMatch(/on its way|dispatched|parcel|Deliver to/);
  expect(collected.text).toContain(`Confirm the collection:\n${url}`);
});

test('a confirmation says whose sizes are missing, and says nothing about it if all are known', () => {
  const confirmed = { name: 'Ann', order_number: '1', url, client_po_reference: null, delivery_address, totals: null };
  const item = (is_size_selected: boolean) => ({
    product: 'Polo',
    colour: 'Navy',
    size: is_size_selected ? 'M' : null,
    is_size_selected,
    quantity: 1,
  });
  const people = [
    { name: 'Bob Birch', items: [item(false), item(false)] },
    { name: 'Cy Cedar', items: [item(true)] },
    { name: 'Di Dogwood', items: [item(true), item(false)] },
  ];
  expect(orderConfirmationEmail({ ...confirmed, wearers: people }).text).toContain('Sizes are missing for Bob Birch and Di Dogwood.');
  expect(orderConfirmationEmail({ ...confirmed, wearers: people.slice(1, 2) }).text).not.toContain('Sizes are missing');
});

test('the email about a part of an order lists the items that are still to come, and says where each item is', () => {
  expect(emails.dispatched.subject).toBe('Part of order 00042 is on its way');
  expect(emails.dispatched.text).toContain('Still to come:\n\nPriya\n  1 x Polo, Navy, size M\n      Expected 4 May.');
  expect(emails.dispatched.html).toContain('Expected 4 May.');
});

test('an item shows its size, or that the size is still to be chosen, or nothing if it has no sizes', () => {
  const item = { product: 'Polo', colour: 'Navy', quantity: 1 };
  const items = [
    { ...item, size: 'M', is_size_selected: true },
    { ...item, size: null, is_size_selected: false },
    { ...item, size: null, is_size_selected: true },
  ];
  const { text } = orderConfirmationEmail({
    name: 'Ann',
    order_number: '1',
    url,
    client_po_reference: null,
    delivery_address,
    wearers: [{ name: 'Bob', items }],
    totals: null,
  });
  expect(text).toContain('  1 x Polo, Navy, size M\n  1 x Polo, Navy, size to be chosen\n  1 x Polo, Navy\n');
});

test('only a web address becomes a link', () => {
  expect(passwordResetEmail({ name: 'Ann', url: 'javascript:alert(1)', minutes: 60 }).html).not.toContain('javascript:');
});

test('an email about a decision names the approver; if the request was declined, the email has the reason and a link to change the request', () => {
  const [approved, declined] = decisions;
  expect(approved?.text).toContain(`Approved by: ${hostile}`);
  expect(approved?.text).toContain('Total: £30.00');
  expect(declined?.text).toContain(`Reason: ${hostile}`);
  expect(declined?.html).toContain(`href="${url}/edit"`);
});

test('a budget alert shows the budget, the earlier spend, this order and the excess', () => {
  for (const words of ['Budget: £50.00', 'Spent before: £40.00', 'This order: £15.00', 'Over by: £5.00'])
    expect(emails.over_budget.text).toContain(words);
});
