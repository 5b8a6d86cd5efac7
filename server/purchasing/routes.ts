import { Hono } from 'hono';
import { z } from 'zod';
import {
  changedPurchaseOrder,
  newPurchaseOrder,
  newPurchaseOrderLine,
  purchaseOrder,
  purchaseOrderChange,
  purchaseOrderLine,
  purchaseOrderLineChange,
} from '../../shared/purchasing/purchase-order.ts';
import { receipt, reverseReceiptInput } from '../../shared/purchasing/receipt.ts';
import { sizeRunQuantities } from '../../shared/purchasing/save-size-run.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { addPurchaseOrderLine, changePurchaseOrderLine, deletePurchaseOrderLine } from './change-lines.ts';
import { chasePurchaseOrder, sendPurchaseOrder } from './mail-supplier.ts';
import { listPurchaseOrders, oneQuery, purchaseOrderOf, purchaseOrderPage, purchaseOrderQuery } from './purchase-order-queries.ts';
import { listReceipts, receiptQuery } from './receipt-queries.ts';
import { reverseReceipt } from './reverse-receipt.ts';
import { changePurchaseOrder, createPurchaseOrder } from './save-purchase-order.ts';
import { saveSizeRun } from './save-size-run.ts';

const lineParam = idParam.extend({ lineId: z.coerce.number().int().positive() });
const receiptParam = idParam.extend({ rid: z.coerce.number().int().positive() });
const deleted = z.object({ id: z.int(), deleted: z.literal(true) });
const area = 'purchase orders';

export const purchaseOrderRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('Purchase orders and work orders', purchaseOrderPage, area), valid('query', purchaseOrderQuery), async (c) =>
    c.json(await listPurchaseOrders(reading(c), c.req.valid('query'))),
  )
  .post('/', describe('Begin a purchase order', purchaseOrder, area, { status: 201 }), valid('json', newPurchaseOrder), async (c) =>
    c.json(await runCommand(c, (ctx) => createPurchaseOrder(ctx, c.req.valid('json')), 201), 201),
  )
  .get('/:id', describe('One purchase order with its lines', purchaseOrder, area), valid('param', idParam), valid('query', oneQuery), async (c) =>
    c.json(await purchaseOrderOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    describe('Change, approve, cancel or close a purchase order, or receive goods of it', changedPurchaseOrder, area),
    valid('param', idParam),
    valid('json', purchaseOrderChange),
    async (c) => c.json(await runCommand(c, (ctx) => changePurchaseOrder(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .post('/:id/send', describe('Mail an approved order to its supplier again', purchaseOrder, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => sendPurchaseOrder(ctx, c.req.valid('param').id))),
  )
  .post('/:id/chase', describe('Ask the supplier for the lines that are late, once a day', purchaseOrder, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => chasePurchaseOrder(ctx, c.req.valid('param').id))),
  )
  .get(
    '/:id/receipts',
    describe('The receipts of a purchase order', pageSchema(receipt), area),
    valid('param', idParam),
    valid('query', receiptQuery),
    async (c) => c.json(await listReceipts(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/receipts/:rid/reverse',
    describe('Reverse a receipt', receipt, area),
    valid('param', receiptParam),
    valid('json', reverseReceiptInput),
    async (c) => {
      const { id, rid } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => reverseReceipt(ctx, id, rid, c.req.valid('json'))));
    },
  )
  .post(
    '/:id/lines',
    describe('Add a line, empty or filled in', purchaseOrderLine, area, { status: 201 }),
    valid('param', idParam),
    valid('json', newPurchaseOrderLine),
    async (c) => c.json(await runCommand(c, (ctx) => addPurchaseOrderLine(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .put(
    '/:id/size-run',
    describe('Set the quantities of several SKUs of a draft; 0 takes the line of a SKU off', purchaseOrder, area),
    valid('param', idParam),
    valid('json', sizeRunQuantities),
    async (c) => c.json(await runCommand(c, (ctx) => saveSizeRun(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .put(
    '/:id/lines/:lineId',
    describe('Change a line, or cancel items of it', purchaseOrderLine, area),
    valid('param', lineParam),
    valid('json', purchaseOrderLineChange),
    async (c) => {
      const { id, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changePurchaseOrderLine(ctx, id, lineId, c.req.valid('json'))));
    },
  )
  .delete('/:id/lines/:lineId', describe('Take a line off', deleted, area), valid('param', lineParam), async (c) => {
    const { id, lineId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => deletePurchaseOrderLine(ctx, id, lineId)));
  });
export type PurchaseOrderRoutes = typeof purchaseOrderRoutes;
