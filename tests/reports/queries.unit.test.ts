import { expect, test } from 'vitest';
import type { z } from 'zod';
import { clientOrderReportQuery, customerShortfallQuery, orderReportQuery, stockHoldingQuery } from '../../shared/reports/report-queries.ts';

const [first, last] = ['2026-11-01', '2026-11-30'];
/** The errors of a query, by field; null if there are none. */
function faultsOf(schema: z.ZodType, query: Record<string, string>): Record<string, string> | null {
  const { error } = schema.safeParse(query);
  return error ? Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])) : null;
}
const noDayFaults = { start: 'Choose a start or an end date.' };
const reversedFaults = { end: 'The end is before the start.' };

test.each([
  ['office', orderReportQuery],
  ['client', clientOrderReportQuery],
])('the order report of the %s needs a start or an end, and the end may not be before the start', (_whose, schema) => {
  expect(faultsOf(schema, {})).toEqual(noDayFaults);
  expect(faultsOf(schema, { start: '', end: '' })).toEqual(noDayFaults);
  for (const query of [{ start: first }, { end: last }, { start: first, end: '' }, { start: first, end: last }, { start: first, end: first }])
    expect(faultsOf(schema, query as Record<string, string>)).toBeNull();
  expect(faultsOf(schema, { start: last, end: first })).toEqual(reversedFaults);
});

test('the shortfall report needs no day, but the end may not be before the start', () => {
  expect(faultsOf(customerShortfallQuery, {})).toBeNull();
  expect(faultsOf(customerShortfallQuery, { start: last, end: first })).toEqual(reversedFaults);
});

test('an empty query value counts as not chosen', () => {
  expect(orderReportQuery.parse({ start: first, end: '', account: '', use_dispatch_date: '' })).toEqual({ start: first, format: 'csv' });
  expect(stockHoldingQuery.parse({ supplier: '', sku: '', format: '', cost: '' })).toEqual({ format: 'csv' });
});

test('yes is "true" or "1", no is "false" or "0", and nothing else is accepted', () => {
  const cost = (text: string) => stockHoldingQuery.safeParse({ cost: text }).data?.cost;
  expect(['true', '1', 'false', '0', 'yes'].map(cost)).toEqual([true, true, false, false, undefined]);
  expect(faultsOf(stockHoldingQuery, { cost: 'yes' })).not.toBeNull();
});

test('a report is a CSV file unless another format is chosen', () => {
  expect([stockHoldingQuery.parse({}).format, stockHoldingQuery.parse({ format: 'pdf' }).format]).toEqual(['csv', 'pdf']);
});

test('several sites are separated by commas', () => {
  const sites = (site: string) => clientOrderReportQuery.safeParse({ start: first, site }).data?.site;
  expect(sites('4,5')).toEqual([4, 5]);
  expect(faultsOf(clientOrderReportQuery, { start: first, site: '4,x' })).not.toBeNull();
  expect(faultsOf(clientOrderReportQuery, { start: first, site: '4,0' })).not.toBeNull();
});
