import { linkDays } from '../../shared/sizes/size-link.ts';
import type { EmailKind } from './render-email.ts';

const day = 24 * 60;

/** For how many minutes an email of each kind is worth sending: as long as its link can be opened, or a week if the email only informs. */
export const mailLifetimes: Record<EmailKind, number> = {
  password_reset: 60,
  invitation: 7 * day,
  size_request: linkDays * day,
  confirm_email: day,
  email_change_requested: day,
  email_changed: 7 * day,
  email_in_use: 7 * day,
  second_factor_changed: 7 * day,
  impersonated: 7 * day,
  order_confirmation: 7 * day,
  order_cancelled: 7 * day,
  dispatched: 7 * day,
  approval_request: 7 * day,
  approval_decision: 7 * day,
  approvals_handed_over: 7 * day,
  leaver_holdings: 7 * day,
  over_allowance: 7 * day,
  replacements_due: 7 * day,
  over_budget: 7 * day,
  return_decided: 7 * day,
  return_label: 7 * day,
  supplier_return: 7 * day,
  purchase_order: 7 * day,
  purchase_order_chase: 7 * day,
  scheduled_report: 7 * day,
};

/** The upper limit of emails of a kind to one address about one topic within 24 hours. A kind that is not listed has no limit. */
export const mailsADay: Partial<Record<EmailKind, number>> = { approval_request: 3, approval_decision: 3 };

/** The kinds of email with a link that opens only until the email expires. */
export const linkKinds: readonly EmailKind[] = ['password_reset', 'invitation', 'size_request', 'confirm_email', 'email_change_requested'];
/** Minutes for which an email of any other kind is worth sending. */
export const MAIL_LIFETIME = 7 * day;
