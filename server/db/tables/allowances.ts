import { sql } from 'drizzle-orm';
import type { AllowanceTerms } from '../../../shared/allowances/allowance.ts';
import { c, check, index, primaryKey, table, uniqueIndex } from '../dialect.ts';
import { orders } from './orders.ts';
import { accounts, employeeRoles, users } from './people.ts';

/** How much of something the people of an employee role, or one person, may be issued in a period. The terms are those of its versions. */
export const allowances = table(
  'allowances',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    employee_role_id: c.maybeRef(() => employeeRoles.id),
    user_id: c.maybeRef(() => users.id, { onDelete: 'cascade' }),
    name: c.text(),
    version: c.version(),
    created_at: c.time(),
    /** The UK calendar date from which the allowance is not in force any more. */
    ended_on: c.maybeDate(),
  },
  (t) => [
    check('allowances_of_one', sql`(${t.employee_role_id} is null) <> (${t.user_id} is null)`),
    index('allowances_by_account').on(t.account_id, t.name, t.id),
    index('allowances_by_role').on(t.employee_role_id).where(sql`${t.employee_role_id} is not null`),
    index('allowances_by_user').on(t.user_id).where(sql`${t.user_id} is not null`),
  ],
);

/** The terms of an allowance from a day on. What was counted under an older version stays counted. */
export const allowanceVersions = table(
  'allowance_versions',
  {
    allowance_id: c.ref(() => allowances.id, { onDelete: 'cascade' }),
    version: c.count(),
    terms: c.json<AllowanceTerms>(),
    created_at: c.time(),
  },
  (t) => [primaryKey({ columns: [t.allowance_id, t.version] })],
);

/** What a person may have in addition in the period that contains a day: granted by itself, or with an order that goes over the allowance. */
export const allowanceGrants = table(
  'allowance_grants',
  {
    id: c.id(),
    allowance_id: c.ref(() => allowances.id, { onDelete: 'cascade' }),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    granted_on: c.date(),
    amount: c.count(),
    reason: c.text(),
    granted_by: c.ref(() => users.id),
    /** The order that went over the allowance; null for an extra that was granted by itself. */
    order_id: c.maybeRef(() => orders.id, { onDelete: 'cascade' }),
    created_at: c.time(),
  },
  (t) => [
    check('allowance_grants_amount', sql`${t.amount} > 0`),
    index('allowance_grants_by_user').on(t.user_id, t.allowance_id),
    index('allowance_grants_by_granter').on(t.granted_by),
    uniqueIndex('allowance_grants_of_order').on(t.order_id, t.allowance_id, t.user_id).where(sql`${t.order_id} is not null`),
  ],
);

/** One row for each person whose allowances are charged. It is locked while an order is charged to them, so that concurrent orders wait. */
export const allowanceLocks = table('allowance_locks', { user_id: c.ref(() => users.id, { onDelete: 'cascade' }) }, (t) => [
  primaryKey({ columns: [t.user_id] }),
]);
