import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { AccountDetails } from './account.ts';

type InvoiceRhythm = Pick<AccountDetails, 'is_consolidated_invoicing' | 'consolidated_invoice_close_day'>;

/** Accounts with consolidated invoices need a day on which the invoices close; other accounts must not have one. */
export function checkCloseDay({ is_consolidated_invoicing, consolidated_invoice_close_day }: InvoiceRhythm): Verdict {
  const field = 'consolidated_invoice_close_day';
  if (is_consolidated_invoicing && consolidated_invoice_close_day === null) return refuse('close_day_needed', messages.close_day_invalid, field);
  if (!is_consolidated_invoicing && consolidated_invoice_close_day !== null) return refuse('close_day_not_used', messages.close_day_not_used, field);
  return allow;
}
