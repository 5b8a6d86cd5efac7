import { dayText } from '../uk-time.ts';

/** When a supplier's invoices are due: so many days after their date, or after the end of the month of their date (EOM). */
export interface PaymentTerms {
  /** Null where no terms are agreed. */
  payment_days: number | null;
  payment_end_of_month: boolean;
}

/** The last day of the month of a calendar date. */
function endOfMonth(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The day on which an invoice with this date is due; null without terms. */
export function invoiceDueOn({ payment_days, payment_end_of_month }: PaymentTerms, date: string): string | null {
  if (payment_days === null) return null;
  const start = new Date(`${payment_end_of_month ? endOfMonth(date) : date}T00:00:00.000Z`);
  start.setUTCDate(start.getUTCDate() + payment_days);
  return start.toISOString().slice(0, 10);
}

/** Payment terms as the trade writes them: `30 EOM`, `30 days`, `On receipt`; null without terms. */
export function paymentTermsText({ payment_days, payment_end_of_month }: PaymentTerms): string | null {
  if (payment_days === null) return null;
  if (payment_end_of_month) return payment_days === 0 ? 'EOM' : `${payment_days} EOM`;
  return payment_days === 0 ? 'On receipt' : payment_days === 1 ? '1 day' : `${payment_days} days`;
}

/** What payment terms mean, with the day on which an invoice of `today` is due; null without terms. */
export function explainPaymentTerms(terms: PaymentTerms, today: string): string | null {
  const due = invoiceDueOn(terms, today);
  const { payment_days, payment_end_of_month } = terms;
  if (due === null || payment_days === null) return null;
  const days = payment_days === 1 ? '1 day' : `${payment_days} days`;
  const from = payment_end_of_month ? 'the end of the month of the invoice' : 'the date of the invoice';
  const meaning = payment_days === 0 ? `Due on ${from}` : `Due ${days} after ${from}`;
  return `${paymentTermsText(terms)}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}. An invoice of today, ${dayText(today, today)}, is due on ${dayText(due, today)}.`;
}
