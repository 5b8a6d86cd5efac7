import { z } from 'zod';
import { eventLabel } from '../../shared/audit/events.ts';
import type { Cell } from '../../shared/csv.ts';
import { dayCell, timeCell } from '../../shared/csv.ts';
import { attention, attentionQuery } from '../attention/attention-queries.ts';
import { auditQuery, auditTrail } from '../audit/audit-queries.ts';
import { errorCodeQuery, listErrorCodes } from '../error-codes/error-code-queries.ts';
import { nameCell, textsCell, yesNoCell } from '../http/columns.ts';
import { importQuery, listImports } from '../imports/import-queries.ts';
import { listOfficeNotices, officeNoticeQuery } from '../notices/office-notice-queries.ts';
import { listMail, mailQuery } from '../outbox/list-mail.ts';
import { listScheduledReports, scheduledReportQuery } from '../scheduled-reports/scheduled-report-queries.ts';
import { listTexts } from '../website/website-text-queries.ts';
import { confirmedWeightsQuery, listConfirmedWeights } from '../weights/confirmed-weights-queries.ts';
import { type ListDocument, ownDocument, pagedDocument } from './list-document.ts';

async function* inOneBatch(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows;
}

/** A recorded value as text; null if there is none. */
const recordedCell = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

export const officeLists: readonly ListDocument[] = [
  pagedDocument({
    path: '/admin/notices/export',
    summary: 'All notices',
    area: 'notices',
    file: 'notices',
    query: officeNoticeQuery,
    read: (ctx, query) => listOfficeNotices(ctx, { ...query, include: ['accounts', 'sites'] }),
    columns: [
      ['name', ({ name }) => name],
      ['subject', ({ subject }) => subject],
      ['starts_at', ({ starts_at }) => timeCell(starts_at)],
      ['ends_at', ({ ends_at }) => timeCell(ends_at)],
      ['file', ({ filename }) => filename],
      ['accounts', ({ accounts }) => textsCell((accounts ?? []).map(({ name }) => name))],
      ['sites', ({ sites }) => textsCell((sites ?? []).map(({ name }) => name))],
    ],
  }),
  pagedDocument({
    path: '/admin/error-codes/export',
    summary: 'Reasons for picking anomalies',
    area: 'picking',
    file: 'error-codes',
    query: errorCodeQuery,
    read: listErrorCodes,
    columns: [
      ['code', ({ code }) => code],
      ['description', ({ description }) => description],
      ['requires_input', ({ requires_input }) => yesNoCell(requires_input)],
    ],
  }),
  ownDocument({
    path: '/admin/website/categories/export',
    summary: 'The texts of the website’s pages',
    area: 'website',
    file: 'website-texts',
    query: z.object({}),
    open: async (ctx) => {
      const { items, categories } = await listTexts(ctx);
      const names = new Map(categories.map(({ id, name }) => [id, name]));
      const rows = items.map(({ url, h1, intro, custom_category, custom_filter }): Cell[] => [
        url,
        h1,
        intro,
        custom_category === null ? null : (names.get(custom_category) ?? null),
        custom_filter,
      ]);
      return { columns: ['url', 'h1', 'intro', 'category', 'collection'], total: rows.length, batches: inOneBatch(rows) };
    },
  }),
  pagedDocument({
    path: '/admin/imports/export',
    summary: 'The history of imports, newest first',
    area: 'imports',
    file: 'imports',
    query: importQuery,
    read: listImports,
    columns: [
      ['import', ({ id }) => id],
      ['created_at', ({ created_at }) => timeCell(created_at)],
      ['type', ({ type }) => type],
      ['file', ({ file_name }) => file_name],
      ['account', ({ account }) => nameCell(account)],
      ['created_by', ({ creator }) => creator.name],
      ['token', ({ token }) => token],
      ['status', ({ status }) => status],
      ['rows', ({ total_rows }) => total_rows],
      ['errors', ({ total_errors }) => total_errors],
      ['ended_at', ({ ended_at }) => timeCell(ended_at)],
      ['error', ({ error }) => error],
    ],
  }),
  pagedDocument({
    path: '/admin/mail/export',
    summary: 'Every email that was written, without its text, newest first',
    area: 'platform',
    file: 'mail',
    query: mailQuery,
    read: (ctx, query) => listMail(ctx, { ...query, orderBy: 'id', sortedBy: 'desc' }),
    isById: true,
    columns: [
      ['created_at', ({ created_at }) => timeCell(created_at)],
      ['to', ({ to }) => to],
      ['subject', ({ subject }) => subject],
      ['kind', ({ kind }) => kind],
      ['state', ({ state }) => state],
      ['sent_at', ({ sent_at }) => timeCell(sent_at)],
      ['attempts', ({ attempts }) => attempts],
      ['attachment', ({ attachment }) => nameCell(attachment)],
      ['error', ({ error }) => error],
    ],
  }),
  pagedDocument({
    path: '/admin/audit/export',
    summary: 'Audit events, newest first',
    area: 'platform',
    file: 'audit',
    query: auditQuery,
    read: (ctx, query) => auditTrail(ctx, { ...query, sortedBy: 'desc' }),
    isById: true,
    columns: [
      ['when', ({ when }) => timeCell(when)],
      ['who', ({ who }) => nameCell(who)],
      ['impersonator', ({ impersonator }) => nameCell(impersonator)],
      ['what', ({ what }) => eventLabel(what)],
      ['event', ({ what }) => what],
      ['on_type', ({ on }) => on.type],
      ['on_id', ({ on }) => on.id],
      ['on', ({ on }) => on.name],
      ['before', ({ before }) => recordedCell(before)],
      ['after', ({ after }) => recordedCell(after)],
      ['token', ({ token }) => token],
      ['import', ({ import: cause }) => cause?.id ?? null],
    ],
  }),
  pagedDocument({
    path: '/admin/scheduled-reports/export',
    summary: 'Reports that are mailed every week or month',
    area: 'reports',
    file: 'scheduled-reports',
    query: scheduledReportQuery,
    read: listScheduledReports,
    columns: [
      ['report', ({ report }) => report],
      ['account', ({ account }) => nameCell(account)],
      ['site', ({ site }) => nameCell(site)],
      ['supplier', ({ supplier }) => nameCell(supplier)],
      ['format', ({ format }) => format],
      ['every', ({ every }) => every],
      ['day', ({ day }) => day],
      ['recipients', ({ recipients }) => textsCell(recipients)],
      ['next_on', ({ next_on }) => dayCell(next_on)],
      ['last_mailed_at', ({ last_mailed_at }) => timeCell(last_mailed_at)],
      ['created_by', ({ created_by }) => created_by.name],
    ],
  }),
  pagedDocument({
    path: '/admin/attention/export',
    summary: 'All items that need a decision by a person',
    area: 'attention',
    file: 'from-the-floor',
    query: attentionQuery,
    read: attention,
    key: ({ m }) => m,
    columns: [
      ['kind', ({ kind }) => kind],
      ['at', ({ at }) => timeCell(at)],
      ['person', ({ person }) => nameCell(person)],
      ['device', ({ device_name, device }) => device_name ?? device],
      ['order_number', ({ order }) => order?.order_number ?? null],
      ['sku', ({ sku }) => sku],
      ['qty', ({ qty }) => qty],
      ['text', ({ text }) => text],
      ['code', ({ code }) => code],
    ],
  }),
  pagedDocument({
    path: '/admin/weights/confirmed/export',
    summary: 'Bags and dispatches whose weight differed and was confirmed',
    area: 'attention',
    file: 'confirmed-weights',
    query: confirmedWeightsQuery,
    read: listConfirmedWeights,
    columns: [
      ['confirmed_at', ({ confirmed_at }) => timeCell(confirmed_at)],
      ['kind', ({ kind }) => kind],
      ['order_number', ({ order }) => order.order_number],
      ['dispatch_number', ({ dispatch }) => dispatch?.dispatch_number ?? null],
      ['account', ({ account }) => account.name],
      ['wearer', ({ wearer }) => nameCell(wearer)],
      ['expected_g', ({ expected_g }) => expected_g],
      ['weight_g', ({ weight_g }) => weight_g],
      ['difference_g', ({ difference_g }) => difference_g],
      ['confirmed_by', ({ confirmed_by }) => confirmed_by.name],
    ],
  }),
];
