import { Hono } from 'hono';
import { z } from 'zod';
import { newScheduledReport, scheduledReport, scheduledReportChange } from '../../shared/reports/scheduled-report.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changeScheduledReport, createScheduledReport, deleteScheduledReport } from './save-scheduled-report.ts';
import { listScheduledReports, scheduledReportOf, scheduledReportQuery } from './scheduled-report-queries.ts';
import { sendScheduledReport } from './send-scheduled-report.ts';

const area = 'reports';
const deleted = z.object({ id: z.int(), deleted: z.literal(true) });

export const scheduledReportRoutes = new Hono<Env>()
  .use(signedIn)
  .get(
    '/',
    describe('Reports that are mailed every week or month', pageSchema(scheduledReport), area),
    valid('query', scheduledReportQuery),
    async (c) => c.json(await listScheduledReports(reading(c), c.req.valid('query'))),
  )
  .post('/', describe('Schedule a report', scheduledReport, area, { status: 201 }), valid('json', newScheduledReport), async (c) =>
    c.json(await runCommand(c, (ctx) => createScheduledReport(ctx, c.req.valid('json')), 201), 201),
  )
  .get('/:id', describe('One scheduled report', scheduledReport, area), valid('param', idParam), async (c) =>
    c.json(await scheduledReportOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    describe('Change a scheduled report', scheduledReport, area),
    valid('param', idParam),
    valid('json', scheduledReportChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeScheduledReport(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .post('/:id/send', describe('Mail a scheduled report now', scheduledReport, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => sendScheduledReport(ctx, c.req.valid('param').id))),
  )
  .delete('/:id', describe('Stop mailing a report', deleted, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => deleteScheduledReport(ctx, c.req.valid('param').id))),
  );
export type ScheduledReportRoutes = typeof scheduledReportRoutes;
