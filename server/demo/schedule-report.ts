import { createScheduledReport } from '../scheduled-reports/save-scheduled-report.ts';
import type { DemoWorld } from './demo-world.ts';

/** Schedule the sales report for a weekly email to the office, so that the demo's list of scheduled reports is not empty. */
export async function scheduleReport(world: DemoWorld): Promise<void> {
  const [person] = world.staff('super');
  if (!person) throw new Error('The demo needs one person of the office');
  await createScheduledReport(world.as(person), {
    report: 'sales-per-month',
    query: {},
    format: 'xlsx',
    every: 'week',
    day: 1,
    recipients: ['super@kitroom.test'],
  });
}
