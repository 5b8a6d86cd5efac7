import { expect, test } from 'vitest';
import { explainPaymentTerms, invoiceDueOn, type PaymentTerms, paymentTermsText } from '../../shared/suppliers/payment-terms.ts';

const terms = (payment_days: number | null, payment_end_of_month = false): PaymentTerms => ({ payment_days, payment_end_of_month });

test.each([
  [terms(30), '2026-11-30', '2026-12-30', '30 days'],
  [terms(30, true), '2026-11-02', '2026-12-30', '30 EOM'],
  [terms(30, true), '2026-11-30', '2026-12-30', '30 EOM'],
  [terms(60, true), '2027-12-01', '2028-02-29', '60 EOM'],
  [terms(0, true), '2028-02-01', '2028-02-29', 'EOM'],
  [terms(0), '2026-03-29', '2026-03-29', 'On receipt'],
  [terms(1), '2026-12-31', '2027-01-01', '1 day'],
  [terms(null, true), '2026-11-30', null, null],
])('with the terms %j an invoice of %s is due on %s, and the terms are written as %s', (agreed, date, due, text) => {
  expect([invoiceDueOn(agreed, date), paymentTermsText(agreed)]).toEqual([due, text]);
});

test('the explanation of terms says what they mean and when an invoice of today is due', () => {
  expect(explainPaymentTerms(terms(30, true), '2026-11-12')).toBe(
    '30 EOM: due 30 days after the end of the month of the invoice. An invoice of today, 12 November, is due on 30 December.',
  );
  expect(explainPaymentTerms(terms(0), '2026-11-12')).toBe(
    'On receipt: due on the date of the invoice. An invoice of today, 12 November, is due on 12 November.',
  );
  expect(explainPaymentTerms(terms(null), '2026-11-12')).toBeNull();
});
