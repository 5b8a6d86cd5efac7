import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { purchaseOrderFile } from '../../shared/documents/document-urls.ts';
import { idsInText, labelQuery } from '../../shared/documents/label-request.ts';
import { limits } from '../../shared/limits.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { contextOf, type Env, reading } from '../http/request.ts';
import { signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { findCollectionSlip } from './find-collection-slip.ts';
import { findDeliveryNote } from './find-delivery-note.ts';
import { goodsReceivedNoteView } from './find-goods-received-note.ts';
import { findItemsToReturn } from './find-items-to-return.ts';
import { findLabels } from './find-labels.ts';
import { findPickingList, findPickingLists, notePickingListsPrinted } from './find-picking-list.ts';
import { purchaseOrderDocumentView, workOrderDocumentView } from './find-purchase-order-document.ts';
import { findReturnSlip } from './find-return-slip.ts';
import { supplierReturnNoteView } from './find-supplier-return-note.ts';
import { print } from './print.ts';
import type { PurchaseOrderDocument } from './purchase-order-document.ts';

const pickingListsQuery = z.object({ orders: idsInText(limits.picking_lists) });
const receiptParam = idParam.extend({ rid: z.coerce.number().int().positive() });
const dispatchParam = uuidParam.extend({ id: z.coerce.number().int().positive() });

/** A PDF to view and print; never cached, because its content can change. */
function pdf(c: Context<Env>, name: string, bytes: Uint8Array): Response {
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `inline; filename="${name}.pdf"`);
  c.header('Cache-Control', 'private, no-store');
  return c.body(Uint8Array.from(bytes).buffer);
}

/** The day of the download, for the file name. */
const today = (c: Context<Env>): string => c.get('services').clock().toISOString().slice(0, 10);

async function purchaseOrderPdf(c: Context<Env>, order: PurchaseOrderDocument): Promise<Response> {
  return pdf(c, `${purchaseOrderFile(order)}-${today(c)}`, await print({ kind: 'purchase_order', order }));
}

/** Records that picking lists were printed. Only a GET request downloads them. */
async function notePrinted(c: Context<Env>, lists: readonly { order_id: number }[]): Promise<void> {
  if (c.req.method !== 'GET') return;
  const ids = lists.map(({ order_id }) => order_id);
  await c.get('services').database.unitOfWork((db) => notePickingListsPrinted(contextOf(c, db), ids));
}

/** Documents that open as plain links. */
export const documentRoutes = new Hono<Env>()
  .get(
    '/admin/labels',
    signedInForDocuments,
    describe('Labels as 4 x 6 inch pages', undefined, 'documents', { refusals: [404] }),
    valid('query', labelQuery),
    async (c) => {
      const { name, job } = await findLabels(reading(c), c.req.valid('query'));
      return pdf(c, `${name}-${today(c)}`, await print(job));
    },
  )
  .get(
    '/orders/:uuid/dispatch/:id/delivery-note',
    signedInForDocuments,
    describe('The delivery note of a dispatch', undefined, 'documents'),
    valid('param', dispatchParam),
    async (c) => {
      const { uuid, id } = c.req.valid('param');
      const note = await findDeliveryNote(reading(c), uuid, id);
      return pdf(c, `delivery-note-${note.dispatch_number}-${today(c)}`, await print({ kind: 'delivery_note', note }));
    },
  )
  .get(
    '/admin/picking/orders/:uuid/download',
    signedInForDocuments,
    describe('The picking list of an order', undefined, 'documents'),
    valid('param', uuidParam),
    async (c) => {
      const { uuid } = c.req.valid('param');
      const list = await findPickingList(reading(c), uuid);
      const bytes = await print({ kind: 'picking_list', list });
      await notePrinted(c, [list]);
      return pdf(c, `picking-list-${list.order_number}-${today(c)}`, bytes);
    },
  )
  .get(
    '/admin/picking/lists',
    signedInForDocuments,
    describe('The picking lists of several orders in one document', undefined, 'documents', { refusals: [409] }),
    valid('query', pickingListsQuery),
    async (c) => {
      const lists = await findPickingLists(reading(c), c.req.valid('query').orders);
      const bytes = await print({ kind: 'picking_lists', lists });
      await notePrinted(c, lists);
      return pdf(c, `picking-lists-${today(c)}`, bytes);
    },
  )
  .get(
    '/returns/:id/slip',
    signedInForDocuments,
    describe('The slip that goes into the parcel of a return', undefined, 'documents'),
    valid('param', idParam),
    async (c) => {
      const slip = await findReturnSlip(reading(c), c.req.valid('param').id);
      return pdf(c, `return-${slip.code}-${today(c)}`, await print({ kind: 'return_slip', slip }));
    },
  )
  .get(
    '/collections/:id/slip',
    signedInForDocuments,
    describe('The slip that goes into the parcel of a collection', undefined, 'documents', { refusals: [409] }),
    valid('param', idParam),
    async (c) => {
      const slip = await findCollectionSlip(reading(c), c.req.valid('param').id);
      return pdf(c, `collection-${slip.code}-${today(c)}`, await print({ kind: 'collection_slip', slip }));
    },
  )
  .get(
    '/employees/:id/items-to-return',
    signedInForDocuments,
    describe('The list of what a person hands back', undefined, 'documents'),
    valid('param', idParam),
    async (c) => {
      const { id } = c.req.valid('param');
      const list = await findItemsToReturn(reading(c), id);
      return pdf(c, `items-to-return-${id}-${today(c)}`, await print({ kind: 'items_to_return', list }));
    },
  )
  .get(
    '/admin/purchase-orders/:id/pdf',
    signedInForDocuments,
    describe('The document of a purchase order or work order, for its supplier', undefined, 'documents'),
    valid('param', idParam),
    async (c) => purchaseOrderPdf(c, await purchaseOrderDocumentView(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/admin/purchase-orders/:id/receipts/:rid/pdf',
    signedInForDocuments,
    describe('The goods received note of a receipt', undefined, 'documents'),
    valid('param', receiptParam),
    async (c) => {
      const { id, rid } = c.req.valid('param');
      const note = await goodsReceivedNoteView(reading(c), id, rid);
      return pdf(c, `goods-received-${note.reference}-${today(c)}`, await print({ kind: 'goods_received', note }));
    },
  )
  .get(
    '/admin/work-orders/:id/pdf',
    signedInForDocuments,
    describe('The document of a work order, for its decorator', undefined, 'documents'),
    valid('param', idParam),
    async (c) => purchaseOrderPdf(c, await workOrderDocumentView(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/admin/supplier-returns/:id/confirmation',
    signedInForDocuments,
    describe('The note for goods that go back to a supplier', undefined, 'documents'),
    valid('param', idParam),
    async (c) => {
      const note = await supplierReturnNoteView(reading(c), c.req.valid('param').id);
      return pdf(c, `supplier-return-${note.number}-${today(c)}`, await print({ kind: 'supplier_return', note }));
    },
  );
