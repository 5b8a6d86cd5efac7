import { expect, test } from 'vitest';
import { accountFields } from '../shared/accounts/account.ts';
import { contactEmail } from '../shared/dispatch/box-input.ts';
import { isEmail } from '../shared/is-email.ts';
import { details } from '../shared/ordering/order-input.ts';
import { personFields } from '../shared/people/person-input.ts';
import { profileInput } from '../shared/people/profile-input.ts';
import { scheduledReportFields } from '../shared/reports/scheduled-report.ts';

const good = [
  'name@company.co.uk',
  'r&d@example.com',
  "o'neill@example.com",
  'first.last+tag@sub.example.com',
  'josé@müller.de',
  'ann@xn--mller-kva.de',
  'ann@example.xn--p1ai',
  '用户@例子.中国',
  'иван@пример.рф',
  'अजय@डाटा.भारत',
  'a/b=c@example.org',
];
const bad = [
  '',
  'name',
  'name@',
  '@example.com',
  'n.akhtar2@northgate',
  'a b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@@example.com',
  'a@-example.com',
  'a@example-.com',
  'a@example..com',
  'a,b@example.com',
  'a;b@example.com',
  'Ann <ann@example.com>',
  'a@example.com, b@example.com',
  `${'a'.repeat(65)}@example.com`,
  'a@example.c',
];

test('an email address may have special characters, letters of every script and an international domain; a malformed address is refused', () => {
  expect(good.filter((text) => !isEmail(text))).toEqual([]);
  expect(bad.filter((text) => isEmail(text))).toEqual([]);
});

const profile = { forenames: 'Ann', surname: 'Field', version: 1, current_password: '' };
const report = scheduledReportFields.shape.recipients;
const ways: Record<string, (email: string) => boolean> = {
  account: (email) => accountFields.shape.contact_email.safeParse(email).success,
  person: (email) => personFields.shape.email.safeParse(email).success,
  profile: (email) => profileInput.safeParse({ ...profile, email }).success,
  order: (email) => details.safeParse({ contact_email: email }).success,
  dispatch: (email) => contactEmail.safeParse(email).success,
  report: (email) => report.safeParse([email]).success,
};

test('every input with an email address accepts and refuses the same addresses', () => {
  for (const [way, takes] of Object.entries(ways)) {
    expect([way, good.filter((email) => !takes(email))]).toEqual([way, []]);
    expect([way, bad.filter((email) => email !== '' && takes(email))]).toEqual([way, []]);
  }
});
