import { sql } from 'drizzle-orm';
import type { RolloutLine } from '../../../shared/rollouts/rollout.ts';
import { c, check, index, table, uniqueIndex } from '../dialect.ts';
import { orders } from './orders.ts';
import { accounts, sites, users } from './people.ts';

/** A new kit for many people of an account at once. */
export const rollouts = table(
  'rollouts',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    /** The last day on which people can choose their sizes. */
    deadline: c.date(),
    order_per: c.text().$type<'wearer' | 'site'>(),
    is_role_kit: c.flag(),
    lines: c.json<RolloutLine[]>(),
    client_po_reference: c.maybeText(),
    cost_code: c.maybeText(),
    created_by: c.ref(() => users.id),
    created_at: c.time(),
    asked_at: c.maybeTime(),
    closed_at: c.maybeTime(),
    /** Who sent the last run of orders, and when. */
    submitted_by: c.maybeRef(() => users.id),
    submitted_at: c.maybeTime(),
    is_running: c.flag(),
    run_total: c.quantity(),
    run_done: c.quantity(),
    run_failed: c.quantity(),
    run_error: c.maybeText(),
    version: c.version(),
  },
  (t) => [
    check('rollouts_order_per', sql`${t.order_per} in ('wearer', 'site')`),
    check('rollouts_run', sql`${t.run_done} >= 0 and ${t.run_failed} >= 0 and ${t.run_done} + ${t.run_failed} <= ${t.run_total}`),
    index('rollouts_by_account').on(t.account_id, t.id),
    index('rollouts_by_creator').on(t.created_by),
    index('rollouts_by_submitter').on(t.submitted_by).where(sql`${t.submitted_by} is not null`),
    index('rollouts_asked').on(t.deadline).where(sql`${t.asked_at} is not null and ${t.closed_at} is null`),
  ],
);

/** A person of a roll-out. The unique row makes sure that each person is ordered for at most once. */
export const rolloutPeople = table(
  'rollout_people',
  {
    id: c.id(),
    rollout_id: c.ref(() => rollouts.id, { onDelete: 'cascade' }),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    site_id: c.maybeRef(() => sites.id),
    /** The person's lines, each with its SKU once the size is known. */
    sizes: c.json<{ line: number; product_id: number | null }[]>(),
    /** Who chose the sizes: they were on file, the wearer answered, or a manager filled them in; null while one is missing. */
    sized_by: c.maybeText(),
    is_prepared: c.flag(),
    asked_at: c.maybeTime(),
    /** The email that is to be sent to the person; null if none is. */
    mail_due: c.maybeText(),
    is_queued: c.flag(),
    /** Why nothing could be ordered. */
    failure: c.maybeText(),
    order_id: c.maybeRef(() => orders.id, { onDelete: 'set null' }),
    ordered_at: c.maybeTime(),
    version: c.version(),
  },
  (t) => [
    uniqueIndex('rollout_people_once').on(t.rollout_id, t.user_id),
    index('rollout_people_by_site').on(t.rollout_id, t.site_id, t.user_id),
    index('rollout_people_queued').on(t.rollout_id, t.site_id, t.user_id).where(sql`${t.is_queued}`),
    index('rollout_people_unprepared').on(t.rollout_id, t.id).where(sql`not ${t.is_prepared}`),
    index('rollout_people_to_mail').on(t.rollout_id, t.id).where(sql`${t.mail_due} is not null`),
    index('rollout_people_by_user').on(t.user_id),
    index('rollout_people_sites').on(t.site_id).where(sql`${t.site_id} is not null`),
    index('rollout_people_by_order').on(t.order_id).where(sql`${t.order_id} is not null`),
    check('rollout_people_sized_by', sql`${t.sized_by} is null or ${t.sized_by} in ('file', 'answer', 'fill')`),
    check('rollout_people_not_both', sql`${t.failure} is null or ${t.ordered_at} is null`),
  ],
);

/** A link by which a person of a roll-out chooses their sizes without signing in, until its deadline. */
export const rolloutLinks = table(
  'rollout_links',
  {
    id: c.id(),
    rollout_id: c.ref(() => rollouts.id, { onDelete: 'cascade' }),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is only in the email. */
    token_hash: c.text().unique(),
    created_at: c.time(),
    expires_at: c.time(),
  },
  (t) => [
    index('rollout_links_by_rollout').on(t.rollout_id, t.user_id),
    index('rollout_links_by_user').on(t.user_id),
    index('rollout_links_by_age').on(t.expires_at),
  ],
);

/** When people were asked for sizes and reminded, and how many. Each reminder happens once. */
export const rolloutMailings = table(
  'rollout_mailings',
  {
    id: c.id(),
    rollout_id: c.ref(() => rollouts.id, { onDelete: 'cascade' }),
    kind: c.text().$type<'ask' | 'first' | 'last'>(),
    at: c.time(),
    people: c.count(),
  },
  (t) => [
    index('rollout_mailings_by_rollout').on(t.rollout_id, t.id),
    uniqueIndex('rollout_reminders_once').on(t.rollout_id, t.kind).where(sql`${t.kind} <> 'ask'`),
  ],
);
