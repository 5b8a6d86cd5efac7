import { expect, test } from 'vitest';
import { periodDays, reportPeriods } from '../../shared/reports/report-periods.ts';

test('a period is whole calendar months, also across the end of a year and in February', () => {
  const on = (today: string) => reportPeriods.map((period) => Object.values(periodDays(period, today)).join(' to '));
  expect(on('2028-02-29')).toEqual(['2028-02-01 to 2028-02-29', '2028-01-01 to 2028-01-31', '2027-10-01 to 2027-12-31', '2028-01-01 to 2028-12-31']);
  expect(on('2026-12-31').slice(1, 3)).toEqual(['2026-11-01 to 2026-11-30', '2026-07-01 to 2026-09-30']);
  expect(on('2026-01-01').slice(1, 3)).toEqual(['2025-12-01 to 2025-12-31', '2025-10-01 to 2025-12-31']);
});
