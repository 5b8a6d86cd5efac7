import { sql } from 'drizzle-orm';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import type { Cell } from '../../shared/csv.ts';
import { dayCell, timeCell } from '../../shared/csv.ts';
import { joinNames } from '../../shared/imports/names-in-cell.ts';
import { policy } from '../../shared/policy.ts';
import { roleLabels } from '../../shared/roles.ts';
import { accountQuery, accountsInFull, listAccounts } from '../accounts/account-queries.ts';
import { allowanceColumns, allowancesInFile } from '../allowances/allowance-cells.ts';
import { allowanceQuery, listAllowances } from '../allowances/allowance-queries.ts';
import { listOfficeSets, officeSetQuery } from '../clothing-sets/office-set-queries.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { employeeRoleQuery, listEmployeeRoles } from '../employee-roles/employee-role-queries.ts';
import { type Columns, moneyCell, nameCell, textsCell, yesNoCell } from '../http/columns.ts';
import { employeeQuery, employeesOfAccount, listUsers, userQuery } from '../people/employee-queries.ts';
import { type Person, peopleByIds } from '../people/person-queries.ts';
import { listSites, siteQuery } from '../sites/site-queries.ts';
import { type ListDocument, pagedDocument } from './list-document.ts';

/** The given records in full, in the given sequence. */
async function inFull<Full extends { id: number }>(records: readonly { id: number }[], read: (ids: number[]) => Promise<Full[]>): Promise<Full[]> {
  const byId = new Map((await read(records.map(({ id }) => id))).map((one) => [one.id, one]));
  return records.flatMap(({ id }) => byId.get(id) ?? []);
}

/** People in full. The list has shown them to the caller already, so their scope is not checked again. */
const listedPeople = (ctx: Ctx, records: readonly { id: number }[]): Promise<Person[]> => inFull(records, (ids) => peopleByIds(ctx, ids, sql`1 = 1`));

/** The names of several records in one cell, as an import reads them. */
const namesCell = (records: readonly { name: string }[]): Cell => joinNames(records.map(({ name }) => name)) || null;

/** The columns of a client's people, as an import reads them. */
const employeeColumns: Columns<Person> = [
  ['employee_number', ({ employee_number }) => employee_number],
  ['forenames', ({ forenames }) => forenames],
  ['surname', ({ surname }) => surname],
  ['email', ({ email }) => email],
  ['contact_phone', ({ contact_phone }) => contact_phone],
  ['sex', ({ sex }) => sex],
  ['role', ({ primary_role }) => primary_role],
  ['employee_roles', ({ employee_roles }) => namesCell(employee_roles)],
  ['sites', ({ sites }) => namesCell(sites)],
  ['clothing_sets', ({ clothing_sets }) => namesCell(clothing_sets)],
  ['can_view_restricted_products', ({ can_view_restricted_products }) => yesNoCell(can_view_restricted_products)],
  ['is_supervised_orderer', ({ is_supervised_orderer }) => yesNoCell(is_supervised_orderer)],
  ['started_on', ({ started_on }) => dayCell(started_on)],
  ['leaves_on', ({ leaves_on }) => dayCell(leaves_on)],
  ['deduction_consent_on', ({ deduction_consent_on }) => dayCell(deduction_consent_on)],
  ['allowance_percent', ({ allowance_percent }) => allowance_percent],
];

/** The columns of client companies, as an import reads them. */
const accountColumns: Columns<AccountDetails> = [
  ['reference', ({ reference }) => reference],
  ['name', ({ name }) => name],
  ['sku_prefix', ({ sku_prefix }) => sku_prefix],
  ['vat_number', ({ vat_number }) => vat_number],
  ['contact_name', ({ contact_name }) => contact_name],
  ['contact_email', ({ contact_email }) => contact_email],
  ['contact_phone', ({ contact_phone }) => contact_phone],
  ['address_line_1', ({ invoice_address }) => invoice_address?.address_line_1 ?? null],
  ['address_line_2', ({ invoice_address }) => invoice_address?.address_line_2 ?? null],
  ['address_line_3', ({ invoice_address }) => invoice_address?.address_line_3 ?? null],
  ['address_line_4', ({ invoice_address }) => invoice_address?.address_line_4 ?? null],
  ['address_line_5', ({ invoice_address }) => invoice_address?.address_line_5 ?? null],
  ['postcode', ({ invoice_address }) => invoice_address?.postcode ?? null],
  ['invoice_detail', ({ invoice_detail }) => invoice_detail],
  ['skip_invoice', ({ skip_invoice }) => yesNoCell(skip_invoice)],
  ['require_po', ({ require_po }) => yesNoCell(require_po)],
  ['require_cc', ({ require_cc }) => yesNoCell(require_cc)],
  ['per_site_invoicing', ({ per_site_invoicing }) => yesNoCell(per_site_invoicing)],
  ['self_order_budgeting', ({ self_order_budgeting }) => yesNoCell(self_order_budgeting)],
  ['is_consolidated_invoicing', ({ is_consolidated_invoicing }) => yesNoCell(is_consolidated_invoicing)],
  ['consolidated_invoice_close_day', ({ consolidated_invoice_close_day }) => consolidated_invoice_close_day],
  ['domain', ({ domain }) => domain],
  ['custom_video_explainer_url', ({ custom_video_explainer_url }) => custom_video_explainer_url],
  ['notify_impersonated', ({ notify_impersonated }) => yesNoCell(notify_impersonated)],
  ['show_stock', ({ show_stock }) => yesNoCell(show_stock)],
  ['terms', ({ terms }) => terms],
];

export const peopleLists: readonly ListDocument[] = [
  pagedDocument({
    path: '/admin/users/export',
    summary: 'The provider’s own people',
    area: 'people',
    file: 'users',
    query: userQuery,
    read: listUsers,
    columns: [
      ['forenames', ({ forenames }) => forenames],
      ['surname', ({ surname }) => surname],
      ['email', ({ email }) => email],
      ['contact_phone', ({ contact_phone }) => contact_phone],
      ['role', ({ primary_role }) => roleLabels[primary_role]],
      ['clothing_sets', ({ clothing_sets }) => namesCell(clothing_sets)],
      ['invited_at', ({ invited_at }) => timeCell(invited_at)],
      ['signed_in_at', ({ signed_in_at }) => timeCell(signed_in_at)],
      ['is_archived', ({ is_archived }) => yesNoCell(is_archived)],
    ],
  }),
  pagedDocument({
    path: '/admin/accounts/:id/employees/export',
    summary: 'A client’s people, as a document that can be imported',
    area: 'people',
    file: 'employees',
    query: employeeQuery,
    read: async (ctx, query, id) => {
      const page = await employeesOfAccount(ctx, id, { ...query, include: [] });
      return { ...page, items: await listedPeople(ctx, page.items) };
    },
    columns: employeeColumns,
  }),
  pagedDocument({
    path: '/admin/accounts/export',
    summary: 'Client companies, as a document that can be imported',
    area: 'accounts',
    file: 'accounts',
    query: accountQuery,
    read: async (ctx, query) => {
      const page = await listAccounts(ctx, { ...query, include: [] });
      return { ...page, items: await inFull(page.items, (ids) => accountsInFull(ctx, ids)) };
    },
    columns: accountColumns,
  }),
  pagedDocument({
    path: '/admin/accounts/:id/allowances/export',
    summary: 'The allowances of a client company, as a document that can be imported',
    area: 'allowances',
    file: 'allowances',
    query: allowanceQuery,
    read: async (ctx, query, id) => {
      authorize(policy.run_reports(ctx.actor));
      const page = await listAllowances(ctx, id, query);
      return { ...page, items: await allowancesInFile(ctx, page.items) };
    },
    columns: allowanceColumns,
  }),
  pagedDocument({
    path: '/admin/accounts/:id/sites/export',
    summary: 'The sites of a client company',
    area: 'sites',
    file: 'sites',
    query: siteQuery,
    read: (ctx, { perPage: _, ...query }, id) => listSites(ctx, { ...query, account_id: id }),
    columns: [
      ['name', ({ name }) => name],
      ['reference_1', ({ reference_1 }) => reference_1],
      ['reference_2', ({ reference_2 }) => reference_2],
      ['client_references', ({ client_references }) => client_references],
      ['cost_centre', ({ cost_centre }) => cost_centre],
      ['contact_name', ({ contact_name }) => contact_name],
      ['contact_email', ({ contact_email }) => contact_email],
      ['contact_phone', ({ contact_phone }) => contact_phone],
      ['address_line_1', ({ delivery_address }) => delivery_address.address_line_1],
      ['address_line_2', ({ delivery_address }) => delivery_address.address_line_2 ?? null],
      ['address_line_3', ({ delivery_address }) => delivery_address.address_line_3 ?? null],
      ['address_line_4', ({ delivery_address }) => delivery_address.address_line_4 ?? null],
      ['address_line_5', ({ delivery_address }) => delivery_address.address_line_5 ?? null],
      ['postcode', ({ delivery_address }) => delivery_address.postcode],
      ['people', ({ counts }) => counts.users_count],
    ],
  }),
  pagedDocument({
    path: '/admin/accounts/:id/employee-roles/export',
    summary: 'The employee roles of a client company',
    area: 'employee roles',
    file: 'employee-roles',
    query: employeeRoleQuery,
    read: (ctx, query, id) => listEmployeeRoles(ctx, id, query),
    columns: [
      ['name', ({ name }) => name],
      ['client_references', ({ client_references }) => client_references],
      ['flags', ({ flags }) => textsCell(flags)],
      ['budget_code', ({ budget_code }) => budget_code],
      ['is_budgeted', ({ is_budgeted }) => yesNoCell(is_budgeted)],
      ['budget_value', ({ budget_value }) => moneyCell(budget_value)],
      ['budget_start_date', ({ budget_start_date }) => dayCell(budget_start_date)],
      ['budget_duration', ({ budget_duration }) => budget_duration],
      ['is_budget_forceable', ({ is_budget_forceable }) => yesNoCell(is_budget_forceable)],
      ['budget_forced_alert_email', ({ budget_forced_alert_email }) => budget_forced_alert_email],
      ['people', ({ people_count }) => people_count],
    ],
  }),
  ...(['/admin/accounts/:id/clothing-sets/export', '/admin/clothing-sets/export'] as const).map((path) =>
    pagedDocument({
      path,
      summary: path.includes(':id') ? 'The clothing sets of a client company' : 'The clothing sets of all client companies',
      area: 'clothing sets',
      file: 'clothing-sets',
      query: officeSetQuery,
      read: (ctx, query, id) => listOfficeSets(ctx, path.includes(':id') ? { ...query, account_id: id } : query),
      columns: [
        ['account', ({ account }) => nameCell(account)],
        ['name', ({ name }) => name],
        ['decoration', ({ decoration }) => decoration],
        ['products', ({ counts }) => counts.products_count],
        ['products_with_own_price', ({ counts }) => counts.priced_count],
        ['people', ({ counts }) => counts.people_count],
        ['excluded_sites', ({ excluded_sites }) => namesCell(excluded_sites)],
      ],
    }),
  ),
];
