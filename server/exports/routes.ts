import { Hono } from 'hono';
import { z } from 'zod';
import { csvDocument } from '../http/csv.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { xlsxDocument } from '../http/xlsx.ts';
import { catalogueLists } from './catalogue-lists.ts';
import { officeLists } from './office-lists.ts';
import { orderLists } from './order-lists.ts';
import { peopleLists } from './people-lists.ts';
import { purchasingLists } from './purchasing-lists.ts';

const format = z.enum(['csv', 'xlsx']).default('csv');
/** The address of a list has an id only if the list belongs to a record. */
const ofNoRecord = z.object({ id: idParam.shape.id.optional() });

/** Every list of the office as a CSV or XLSX document behind a plain link. The server sends the rows while it reads them. */
export const listDocuments = [...orderLists, ...peopleLists, ...catalogueLists, ...purchasingLists, ...officeLists];

export const exportRoutes = new Hono<Env>();
for (const list of listDocuments)
  exportRoutes.get(
    list.path,
    signedInForDocuments,
    describe(`${list.summary}, as CSV or XLSX`, undefined, list.area, list.path.includes(':id') ? { refusals: [404] } : {}),
    valid('param', list.path.includes(':id') ? idParam : ofNoRecord),
    valid('query', list.query.extend({ format })),
    async (c) => {
      const { format: chosen, ...query } = c.req.valid('query') as Record<string, unknown> & { format: z.infer<typeof format> };
      const { columns, total, batches } = await list.open(reading(c), query, c.req.valid('param').id ?? 0);
      const name = `${list.file}-taken-${c.get('services').clock().toISOString().slice(0, 10)}`;
      return chosen === 'xlsx' ? xlsxDocument(c, name, columns, batches, total) : csvDocument(c, name, columns, batches, total);
    },
  );
