import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { bagLabels, type LabelledOrder } from './bag-labels.ts';
import { boxLabels, type LabelledDispatch } from './box-labels.ts';
import { type CollectionSlip, collectionSlip } from './collection-slip.ts';
import { type DeliveryNote, deliveryNote } from './delivery-note.ts';
import { type GoodsReceivedNote, goodsReceivedNote } from './goods-received-note.ts';
import { type ItemsToReturn, itemsToReturn } from './items-to-return.ts';
import { type PickingList, pickingList, pickingLists } from './picking-list.ts';
import { type PurchaseOrderDocument, purchaseOrderDocument } from './purchase-order-document.ts';
import { type PrintedReport, reportSheet } from './report-sheet.ts';
import { type ReturnSlip, returnSlip } from './return-slip.ts';
import { printable } from './romanise.ts';
import { toPdf } from './sheet.ts';
import { type ShelfLabels, shelfLabels } from './shelf-labels.ts';
import { type SupplierReturnNote, supplierReturnNote } from './supplier-return-note.ts';

/** A document that can be printed, and the facts on it. */
export type PrintJob =
  | { kind: 'consignment_labels'; dispatches: LabelledDispatch[] }
  | { kind: 'order_labels'; order: LabelledOrder }
  | ({ kind: 'shelf_labels' } & ShelfLabels)
  | { kind: 'delivery_note'; note: DeliveryNote }
  | { kind: 'picking_list'; list: PickingList }
  | { kind: 'picking_lists'; lists: PickingList[] }
  | { kind: 'purchase_order'; order: PurchaseOrderDocument }
  | { kind: 'supplier_return'; note: SupplierReturnNote }
  | { kind: 'goods_received'; note: GoodsReceivedNote }
  | { kind: 'items_to_return'; list: ItemsToReturn }
  | { kind: 'return_slip'; slip: ReturnSlip }
  | { kind: 'collection_slip'; slip: CollectionSlip }
  | { kind: 'report'; report: PrintedReport };

/** Draws the PDF of a print job. Drawing blocks the thread, so the server calls `print`, which draws on another thread. */
export const draw = (job: PrintJob): Promise<Uint8Array> => toPdf(laidOut(printable(job)));

function laidOut(job: PrintJob): TDocumentDefinitions {
  switch (job.kind) {
    case 'consignment_labels':
      return boxLabels(job.dispatches);
    case 'order_labels':
      return bagLabels(job.order);
    case 'shelf_labels':
      return shelfLabels(job);
    case 'delivery_note':
      return deliveryNote(job.note);
    case 'picking_list':
      return pickingList(job.list);
    case 'picking_lists':
      return pickingLists(job.lists);
    case 'purchase_order':
      return purchaseOrderDocument(job.order);
    case 'supplier_return':
      return supplierReturnNote(job.note);
    case 'goods_received':
      return goodsReceivedNote(job.note);
    case 'items_to_return':
      return itemsToReturn(job.list);
    case 'return_slip':
      return returnSlip(job.slip);
    case 'collection_slip':
      return collectionSlip(job.slip);
    case 'report':
      return reportSheet(job.report);
  }
}
