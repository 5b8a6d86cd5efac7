import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Address } from '../../../shared/address.ts';
import type { BudgetDuration } from '../../../shared/budgets/period.ts';
import type { RoleFlag } from '../../../shared/employee-roles/role-flags.ts';
import type { Role } from '../../../shared/roles.ts';
import { roles } from '../../../shared/roles.ts';
import { type SavedViewList, savedViewLists } from '../../../shared/saved-views/saved-view.ts';
import { type StarterKit, starterKits } from '../../../shared/starters/starter.ts';
import { c, check, index, primaryKey, table, uniqueIndex } from '../dialect.ts';
import { keyColumn } from '../folded.ts';

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

export const files = table('files', {
  id: c.id(),
  /** SHA-256 of the content in hex; also its name on disk. */
  hash: c.text().unique(),
  type: c.text(),
  size: c.count(),
  created_at: c.time(),
});

export const accounts = table(
  'accounts',
  {
    id: c.id(),
    name: c.text(),
    reference: c.text().default(''),
    sku_prefix: c.maybeText(),
    vat_number: c.maybeText(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    invoice_address: c.maybeJson<Address>(),
    invoice_detail: c.maybeText(),
    skip_invoice: c.flag(),
    require_po: c.flag(),
    require_cc: c.flag(),
    per_site_invoicing: c.flag(),
    self_order_budgeting: c.flag(),
    logo_file_id: c.maybeRef(() => files.id),
    domain: c.maybeText(),
    custom_video_explainer_url: c.maybeText(),
    is_consolidated_invoicing: c.flag(),
    consolidated_invoice_close_day: c.maybeCount(),
    terms: c.maybeText(),
    /** Whether the company's people get an email after a super has acted as them. */
    notify_impersonated: c.flag().default(true),
    /** Whether the company's people read at each size whether it is in stock. */
    show_stock: c.flag().default(true),
    /** What happens when somebody with a kit and a first day is added: nothing, their sizes are asked for, or their kit is ordered. */
    starter_kit: c.text().$type<StarterKit>().default('off'),
    /** The Client Manager who switched `starter_kit` on, in whose name kits are ordered; null if the office did. */
    starter_kit_by: c.maybeRef((): AnySQLiteColumn => users.id, { onDelete: 'set null' }),
    /** Working days from the day on which all items of an order are in stock until it arrives. */
    dispatch_days: c.count().default(2),
    version: c.version(),
    created_at: c.time(),
    /** 0, or the account's own id if its reference equals another one apart from case; such references are older than the unique index. */
    key_clash: c.big(),
    /** When the account was archived; null if it was not. */
    deleted_at: c.maybeTime(),
  },
  (t) => [
    check('accounts_close_day', sql`${t.consolidated_invoice_close_day} between 1 and 28`),
    check('accounts_starter_kit', sql`${t.starter_kit} in (${oneOf(starterKits)})`),
    check('accounts_dispatch_days', sql`${t.dispatch_days} between 0 and 30`),
    index('accounts_by_starter_kit_by').on(t.starter_kit_by).where(sql`${t.starter_kit_by} is not null`),
    index('accounts_by_name').on(t.name),
    uniqueIndex('accounts_sku_prefix').on(t.sku_prefix),
    uniqueIndex('accounts_reference').on(keyColumn(t.reference), t.key_clash).where(sql`${t.reference} <> ''`),
  ],
);

export const sites = table(
  'sites',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    reference_1: c.maybeText(),
    reference_2: c.maybeText(),
    client_references: c.maybeText(),
    cost_centre: c.maybeText(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    delivery_notification_email: c.maybeText(),
    delivery_notification_phone: c.maybeText(),
    delivery_address: c.json<Address>(),
    invoice_address: c.maybeJson<Address>(),
    inverse_po: c.flag(),
    inverse_cc: c.flag(),
    is_account_invoice_consolidation_inversed: c.flag(),
    version: c.version(),
    key_clash: c.big(),
    created_at: c.time(),
    deleted_at: c.maybeTime(),
  },
  (t) => [
    index('sites_by_account').on(t.account_id),
    uniqueIndex('sites_name').on(t.account_id, keyColumn(t.name), t.key_clash).where(sql`${t.deleted_at} is null`),
  ],
);

export const users = table(
  'users',
  {
    id: c.id(),
    /** Null for the provider's own people. */
    account_id: c.maybeRef(() => accounts.id),
    role: c.text().$type<Role>(),
    forenames: c.text(),
    surname: c.text(),
    /** The sort key of a person: surname and forenames, folded as lists compare names. Triggers write it. */
    name_key: c.sortKey(),
    /** Stored in lower case; null for a wearer who never signs in. */
    email: c.maybeText(),
    employee_number: c.maybeText(),
    contact_phone: c.maybeText(),
    sex: c.maybeText().$type<'m' | 'f'>(),
    password_hash: c.maybeText(),
    /** Hash of the short number with which floor staff identify themselves on a shared tablet. */
    pin_hash: c.maybeText(),
    can_view_restricted_products: c.flag(),
    is_supervised_orderer: c.flag(),
    is_disabled: c.flag(),
    /** The first day with the company. */
    started_on: c.maybeDate(),
    /** The day from which on nothing new is ordered for the person. */
    leaves_on: c.maybeDate(),
    /** When the items that the person holds were last mailed to the managers, because the person leaves. */
    leaver_mailed_at: c.maybeTime(),
    /** The day on which the person agreed to deductions for items that do not come back. */
    deduction_consent_on: c.maybeDate(),
    /** The hours as a percentage of full time: allowances are shared out by it. */
    allowance_percent: c.count().default(100),
    /** When the latest invitation was sent, and when the person last signed in themself. */
    invited_at: c.maybeTime(),
    signed_in_at: c.maybeTime(),
    version: c.version(),
    v: c.big(),
    key_clash: c.big(),
    created_at: c.time(),
    /** When the person was archived or deleted; null if neither. */
    deleted_at: c.maybeTime(),
    /** Whether the person was deleted rather than archived: only a super can restore them. */
    is_deleted_by_super: c.flag(),
  },
  (t) => [
    check('users_role', sql`${t.role} in (${oneOf(roles)})`),
    check('users_sex', sql`${t.sex} in ('m', 'f')`),
    check('users_account_by_role', sql`(${t.account_id} is null) = (${t.role} in ('super', 'warehouse', 'embroiderer'))`),
    check('users_allowance_percent', sql`${t.allowance_percent} between 1 and 100`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    uniqueIndex('users_email').on(t.email).where(sql`${t.deleted_at} is null`),
    index('users_by_account').on(t.account_id, t.name_key),
    index('users_by_number').on(t.account_id, t.employee_number),
    index('users_by_first_day').on(t.account_id, t.started_on, t.name_key, t.id).where(sql`${t.started_on} is not null and ${t.deleted_at} is null`),
    uniqueIndex('users_number').on(t.account_id, keyColumn(t.employee_number), t.key_clash).where(sql`${t.deleted_at} is null`),
    // This index has the sequence of the list of people. Queries also count people from this index alone.
    index('users_by_name').on(t.name_key, t.id, t.role).where(sql`${t.deleted_at} is null`),
    index('users_by_v').on(t.v),
  ],
);

export const userSites = table(
  'user_sites',
  { user_id: c.ref(() => users.id, { onDelete: 'cascade' }), site_id: c.ref(() => sites.id, { onDelete: 'cascade' }) },
  (t) => [primaryKey({ columns: [t.user_id, t.site_id] }), index('user_sites_by_site').on(t.site_id)],
);

export const employeeRoles = table(
  'employee_roles',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    client_references: c.maybeText(),
    /** System roles that are suggested for people with this employee role. */
    flags: c.json<RoleFlag[]>().default([]),
    budget_code: c.maybeText(),
    is_budgeted: c.flag(),
    is_budget_forceable: c.flag(),
    /** Pence per period for each employee in the role. Null means unlimited. */
    budget_value: c.maybeMoney(),
    budget_forced_alert_email: c.maybeText(),
    budget_start_date: c.maybeDate(),
    /** Months. */
    budget_duration: c.maybeCount().$type<BudgetDuration>(),
    version: c.version(),
    key_clash: c.big(),
    created_at: c.time(),
    deleted_at: c.maybeTime(),
  },
  (t) => [
    check('employee_roles_duration', sql`${t.budget_duration} in (1, 3, 6, 12)`),
    check('employee_roles_value', sql`${t.budget_value} >= 0`),
    check('employee_roles_budgeted', sql`not ${t.is_budgeted} or (${t.budget_start_date} is not null and ${t.budget_duration} is not null)`),
    index('employee_roles_by_account').on(t.account_id),
    uniqueIndex('employee_roles_name').on(t.account_id, keyColumn(t.name), t.key_clash).where(sql`${t.deleted_at} is null`),
  ],
);

export const userEmployeeRoles = table(
  'user_employee_roles',
  { user_id: c.ref(() => users.id, { onDelete: 'cascade' }), employee_role_id: c.ref(() => employeeRoles.id, { onDelete: 'cascade' }) },
  (t) => [primaryKey({ columns: [t.user_id, t.employee_role_id] }), index('user_employee_roles_by_role').on(t.employee_role_id)],
);

/** One row for each budget: a person with a role. It is locked while an order is charged to the budget, so that concurrent orders wait. */
export const budgetLocks = table(
  'budget_locks',
  { user_id: c.ref(() => users.id, { onDelete: 'cascade' }), employee_role_id: c.ref(() => employeeRoles.id, { onDelete: 'cascade' }) },
  (t) => [primaryKey({ columns: [t.user_id, t.employee_role_id] })],
);

export const sessions = table(
  'sessions',
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in hex; the token itself is never stored. */
    token_hash: c.text().unique(),
    impersonator_id: c.maybeRef(() => users.id),
    /** The session from which the impersonator started this one. When the parent session ends, this session ends too. */
    parent_id: c.maybeRef((): AnySQLiteColumn => sessions.id, { onDelete: 'cascade' }),
    device_name: c.maybeText(),
    user_agent: c.maybeText(),
    address: c.maybeText(),
    /** Minutes by which use extends the session; null for one that ends at a fixed time. */
    slides_minutes: c.maybeCount(),
    created_at: c.time(),
    last_seen_at: c.time(),
    expires_at: c.time(),
  },
  (t) => [index('sessions_by_user').on(t.user_id), index('sessions_by_expiry').on(t.expires_at), index('sessions_by_parent').on(t.parent_id)],
);

/** One row for each impersonation, stored until a week after its end. */
export const impersonations = table(
  'impersonations',
  {
    id: c.id(),
    /** Null once the session has ended. */
    session_id: c.maybeRef(() => sessions.id, { onDelete: 'set null' }),
    user_id: c.ref(() => users.id),
    impersonator_id: c.ref(() => users.id),
    reason: c.text(),
    began_at: c.time(),
    /** When the impersonation ends at the latest. */
    expires_at: c.time(),
    /** When the impersonation ended; set together with the email to the person. */
    ended_at: c.maybeTime(),
  },
  (t) => [uniqueIndex('impersonations_by_session').on(t.session_id), index('impersonations_open').on(t.expires_at).where(sql`${t.ended_at} is null`)],
);

export const passwordResets = table(
  'password_resets',
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    token_hash: c.text().unique(),
    created_at: c.time(),
    expires_at: c.time(),
    used_at: c.maybeTime(),
  },
  (t) => [index('password_resets_by_user').on(t.user_id)],
);

/** A signature made with the secret key of this database’s servers. A server with another key is refused. The only row has the id 1. */
export const secretKeyChecks = table('secret_key_checks', { id: c.id(), signature: c.text(), created_at: c.time() });

/** A person's second factor (TOTP). */
export const totps = table(
  'totps',
  {
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    /** The shared secret, encrypted with a key that is not in the database. */
    secret: c.text(),
    created_at: c.time(),
    /** Null until a first code has proved that the person's app has the secret; before that, signing in needs no code. */
    confirmed_at: c.maybeTime(),
    /** The time step of the last code that was accepted; a code of that step or an earlier one is not accepted again. */
    last_step: c.maybeCount(),
  },
  (t) => [primaryKey({ columns: [t.user_id] })],
);

/** A new email address that a person has requested. They sign in with it once they open the link that is sent to this address. */
export const emailChanges = table(
  'email_changes',
  {
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    email: c.text(),
    token_hash: c.text().unique(),
    created_at: c.time(),
    expires_at: c.time(),
  },
  (t) => [primaryKey({ columns: [t.user_id] })],
);

/** The number of attempts at a limited action, by the key of the limit: an email address, a network address, a person. */
export const attempts = table('attempts', { key: c.text(), n: c.count(), ends_at: c.time() }, (t) => [
  primaryKey({ columns: [t.key] }),
  index('attempts_by_end').on(t.ends_at),
]);

export const savedAddresses = table(
  'saved_addresses',
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    address_line_1: c.text(),
    address_line_2: c.maybeText(),
    address_line_3: c.maybeText(),
    address_line_4: c.maybeText(),
    address_line_5: c.maybeText(),
    postcode: c.text(),
    created_at: c.time(),
  },
  (t) => [index('saved_addresses_by_user').on(t.user_id), index('saved_addresses_by_postcode').on(t.postcode)],
);

/** A list of the office as a person saved it under a name. `view` has its filters, sort order and columns, as in the address of the list. */
export const savedViews = table(
  'saved_views',
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    list: c.text().$type<SavedViewList>(),
    name: c.text(),
    view: c.text(),
    created_at: c.time(),
  },
  (t) => [check('saved_views_list', sql`${t.list} in (${oneOf(savedViewLists)})`), uniqueIndex('saved_views_name').on(t.user_id, t.list, t.name)],
);

export const notifications = table(
  'notifications',
  {
    id: c.id(),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    data: c.json<{ title: string; message: string; url?: string }>(),
    /**
     * The topic of a notification, such as `request:7`. A later notification of the same topic replaces it: the outcome of a request replaces the
     * request. Each person has at most one notification of a topic.
     */
    topic: c.maybeText(),
    created_at: c.time(),
    read_at: c.maybeTime(),
  },
  (t) => [
    index('notifications_by_user').on(t.user_id, t.id),
    index('notifications_unread').on(t.user_id).where(sql`${t.read_at} is null`),
    uniqueIndex('notifications_by_topic').on(t.topic, t.user_id).where(sql`${t.topic} is not null`),
  ],
);
