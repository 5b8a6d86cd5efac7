import { Hono } from 'hono';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { adjustStockInput } from '../../shared/stock/adjust-stock.ts';
import { countSizeRunInput } from '../../shared/stock/count-size-run.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { adjustedStock, adjustStock } from './adjust-stock.ts';
import { askForCount } from './ask-for-count.ts';
import { countedSizeRun, countSizeRun } from './count-size-run.ts';
import { ledger, ledgerOf, ledgerQuery } from './ledger-queries.ts';
import { countRequest } from './request-count.ts';
import { listStockChecks, stockCheck, stockChecksQuery } from './stock-check-queries.ts';
import { listedStock, listStock, listToCount, skuStock, skuStockOf, stockListQuery, toCount, toCountQuery } from './stock-list-queries.ts';
import { stockOfSkus, stockRow } from './stock-queries.ts';

const most = 100;
const skuQuery = z.object({
  sku: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [...new Set([value].flat().flatMap((skus) => skus.split(',')))].map((sku) => sku.trim()).filter(Boolean))
    .pipe(z.array(z.string().max(80)).min(1, messages.sku_needed).max(most)),
});

export const stockRoutes = new Hono<Env>()
  .get(
    '/stock',
    signedIn,
    describe('The stock of up to 100 SKUs (sku=A,B or sku=A&sku=B)', z.object({ items: z.array(stockRow) }), 'stock'),
    valid('query', skuQuery),
    async (c) => c.json({ items: await stockOfSkus(reading(c), c.req.valid('query').sku) }),
  )
  .get(
    '/stock/checks',
    signedIn,
    describe('Picking anomalies that nobody has counted since', pageSchema(stockCheck), 'stock'),
    valid('query', stockChecksQuery),
    async (c) => c.json(await listStockChecks(reading(c), c.req.valid('query'))),
  )
  .get('/stock/skus', signedIn, describe('The stock of every SKU', pageSchema(listedStock), 'stock'), valid('query', stockListQuery), async (c) =>
    c.json(await listStock(reading(c), c.req.valid('query'))),
  )
  .get(
    '/stock/skus/:id',
    signedIn,
    describe('The stock of one SKU, the orders it is allocated to, and what is on order', skuStock, 'stock'),
    valid('param', idParam),
    async (c) => c.json(await skuStockOf(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/stock/skus/:id/ledger',
    signedIn,
    describe('Every movement of one SKU in words, with a running balance; older ones follow with before=', ledger, 'stock'),
    valid('param', idParam),
    valid('query', ledgerQuery),
    async (c) => c.json(await ledgerOf(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/stock/skus/:id/adjustments',
    signedIn,
    describe('Adjust the stock of a SKU by a number of items, with a reason', adjustedStock, 'stock', { status: 201 }),
    valid('param', idParam),
    valid('json', adjustStockInput),
    async (c) => c.json(await runCommand(c, (ctx) => adjustStock(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .post(
    '/stock/skus/:id/count-requests',
    signedIn,
    describe('Request a count of a SKU', countRequest, 'stock', { status: 201 }),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => askForCount(ctx, c.req.valid('param').id), 201), 201),
  )
  .post(
    '/stock/counts',
    signedIn,
    describe('Count what is on the shelf of several SKUs, such as the sizes of a style', countedSizeRun, 'stock'),
    valid('json', countSizeRunInput),
    async (c) => c.json(await runCommand(c, (ctx) => countSizeRun(ctx, c.req.valid('json')))),
  )
  .get(
    '/stock/to-count',
    signedIn,
    describe('SKUs that need a count, without the expected quantity', pageSchema(toCount), 'stock'),
    valid('query', toCountQuery),
    async (c) => c.json(await listToCount(reading(c), c.req.valid('query'))),
  );

export type StockRoutes = typeof stockRoutes;
