import { addressLines } from '../../shared/address-lines.ts';
import { dayCell, timeCell } from '../../shared/csv.ts';
import { policy } from '../../shared/policy.ts';
import { paymentTermsText } from '../../shared/suppliers/payment-terms.ts';
import { moneyCell, nameCell, yesNoCell } from '../http/columns.ts';
import { listPurchaseOrders, purchaseOrderQuery } from '../purchasing/purchase-order-queries.ts';
import { listReceipts, receiptQuery } from '../purchasing/receipt-queries.ts';
import { listSupplierReturns, supplierReturnQuery } from '../supplier-returns/supplier-return-queries.ts';
import { listSuppliers, supplierQuery } from '../suppliers/supplier-queries.ts';
import { type ListDocument, pagedDocument } from './list-document.ts';

export const purchasingLists: readonly ListDocument[] = [
  pagedDocument({
    path: '/admin/suppliers/export',
    summary: 'Suppliers',
    area: 'suppliers',
    file: 'suppliers',
    query: supplierQuery,
    read: listSuppliers,
    columns: [
      ['name', ({ name }) => name],
      ['code', ({ code }) => code],
      ['open_purchase_orders', ({ purchase_orders_count }) => purchase_orders_count],
      ['address_line_1', ({ address_line_1 }) => address_line_1],
      ['address_line_2', ({ address_line_2 }) => address_line_2],
      ['address_line_3', ({ address_line_3 }) => address_line_3],
      ['postcode', ({ address_line_4 }) => address_line_4],
      ['contact_name', ({ contact_name }) => contact_name],
      ['sales_email', ({ sales_email }) => sales_email],
      ['sales_phone', ({ sales_phone }) => sales_phone],
      ['status', ({ status_description }) => status_description],
      ['work_order', ({ work_order }) => yesNoCell(work_order)],
      ['lead_time_days', ({ lead_time_days }) => lead_time_days],
      ['min_order_value', ({ min_order_value }) => moneyCell(min_order_value)],
      ['carriage', ({ carriage }) => moneyCell(carriage)],
      ['accounts_name', ({ accounts_name }) => accounts_name],
      ['accounts_email', ({ accounts_email }) => accounts_email],
      ['accounts_phone', ({ accounts_phone }) => accounts_phone],
      ['accounts_address', ({ accounts_address }) => (accounts_address ? addressLines(accounts_address).join(', ') : null)],
      ['payment_terms', paymentTermsText],
    ],
  }),
  pagedDocument({
    path: '/admin/purchase-orders/export',
    summary: 'Purchase orders and work orders',
    area: 'purchasing',
    file: 'purchase-orders',
    query: purchaseOrderQuery,
    read: listPurchaseOrders,
    columns: [
      ['our_reference', ({ our_reference }) => our_reference],
      ['supplier_reference', ({ supplier_reference }) => supplier_reference],
      ['supplier', ({ supplier }) => nameCell(supplier), policy.see_suppliers],
      ['emailed_to', ({ emailed_to }) => emailed_to, policy.see_suppliers],
      ['account', ({ account }) => nameCell(account)],
      ['work_order', ({ work_order }) => yesNoCell(work_order)],
      ['status', ({ status_description }) => status_description],
      ['is_late', ({ is_late }) => yesNoCell(is_late)],
      ['created_at', ({ created_at }) => timeCell(created_at)],
      ['created_by', ({ created_by }) => nameCell(created_by)],
      ['approved_at', ({ approved_at }) => timeCell(approved_at)],
      ['sent_at', ({ sent_at }) => timeCell(sent_at)],
      ['due_on', ({ next_due_on, due_on }) => dayCell(next_due_on ?? due_on)],
      ['lines', ({ qty_lines }) => qty_lines],
      ['qty_requested', ({ qty_requested }) => qty_requested],
      ['qty_received', ({ qty_received }) => qty_received],
      ['qty_cancelled', ({ qty_cancelled }) => qty_cancelled],
      ['sub_total', ({ sub_total }) => moneyCell(sub_total), policy.see_costs],
    ],
  }),
  pagedDocument({
    path: '/admin/purchase-orders/:id/receipts/export',
    summary: 'The receipts of a purchase order',
    area: 'purchasing',
    file: 'receipts',
    query: receiptQuery,
    read: (ctx, query, id) => listReceipts(ctx, id, query),
    columns: [
      ['reference', ({ reference }) => reference],
      ['delivery_note_number', ({ delivery_note_number }) => delivery_note_number],
      ['created_at', ({ created_at }) => timeCell(created_at)],
      ['created_by', ({ created_by }) => nameCell(created_by)],
      ['qty', ({ qty }) => qty],
      ['reversed_at', ({ reversed_at }) => timeCell(reversed_at)],
      ['reversed_by', ({ reversed_by }) => nameCell(reversed_by)],
      ['reverse_reason', ({ reverse_reason }) => reverse_reason],
    ],
  }),
  pagedDocument({
    path: '/admin/supplier-returns/export',
    summary: 'Returns to suppliers',
    area: 'supplier returns',
    file: 'supplier-returns',
    query: supplierReturnQuery,
    read: listSupplierReturns,
    columns: [
      ['supplier_return_number', ({ supplier_return_number }) => supplier_return_number],
      ['supplier', ({ supplier }) => supplier.name],
      ['created_at', ({ created_at }) => timeCell(created_at)],
      ['created_by', ({ creator }) => creator.name],
      ['approved_at', ({ approved_at }) => timeCell(approved_at)],
      ['approved_by', ({ approver }) => nameCell(approver)],
      ['emailed_to', ({ emailed_to }) => emailed_to],
      ['lines', ({ qty_lines }) => qty_lines],
      ['qty_requested', ({ qty_requested }) => qty_requested],
    ],
  }),
];
