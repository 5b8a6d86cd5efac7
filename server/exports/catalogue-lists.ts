import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dayCell, timeCell } from '../../shared/csv.ts';
import { exportProducts, exportSkus, productCells, productColumns } from '../catalogue/export-products.ts';
import { listPriceChanges, priceChangeQuery } from '../catalogue/price-changes.ts';
import { activityQuery, movementsOf } from '../catalogue/product-activity.ts';
import { productSearch, searchProducts } from '../catalogue/search-products.ts';
import { type Columns, headingsOf, moneyCell, nameCell, rowsInTurn } from '../http/columns.ts';
import { exportReorderList, type ReorderProduct, reorderQuery } from '../shortfall/reorder-list-queries.ts';
import { listShortAccounts, listShortProducts, shortfallQuery, shortProductsQuery } from '../shortfall/shortfall-queries.ts';
import { ledgerOf, ledgerQuery } from '../stock/ledger-queries.ts';
import { listStock, stockListQuery } from '../stock/stock-list-queries.ts';
import { type ListDocument, ownDocument, pagedDocument } from './list-document.ts';

const reorderColumns: Columns<ReorderProduct> = [
  ['supplier', ({ supplier }) => nameCell(supplier)],
  ['sku', ({ sku }) => sku],
  ['supplier_sku', ({ supplier_sku }) => supplier_sku],
  ['product', (row) => [row.name, row.variation_colour, sizeOf(row)].filter(Boolean).join(', ')],
  ['brand', ({ brand }) => brand],
  ['use_per_week', ({ use_per_week }) => use_per_week],
  ['lead_days', ({ lead_days }) => lead_days],
  ['on_hand', ({ qty_available }) => qty_available],
  ['qty_free', ({ qty_free }) => qty_free],
  ['on_order', ({ qty_on_order }) => qty_on_order],
  ['in_drafts', ({ qty_in_drafts }) => qty_in_drafts],
  ['qty_short', ({ qty_short }) => qty_short],
  ['cover_weeks', ({ cover_weeks }) => cover_weeks],
  ['reorder_point', ({ point }) => point],
  ['pack_size', ({ pack_size }) => pack_size],
  ['suggested', ({ suggested }) => suggested],
];

export const catalogueLists: readonly ListDocument[] = [
  ownDocument({
    path: '/admin/products/export',
    summary: 'Styles with their SKUs, as a document that can be imported',
    area: 'catalogue',
    file: 'products',
    query: productSearch,
    open: async (ctx, { fts, search, brand, supplier_id, category_id, published, waiting }) => ({
      columns: productColumns,
      batches: await exportProducts(ctx, { filter: { fts, search, brand, supplier_id, category_id, published, waiting } }),
    }),
  }),
  pagedDocument({
    path: '/admin/skus/export',
    summary: 'SKUs, as a document that can be imported',
    area: 'catalogue',
    file: 'skus',
    query: productSearch,
    read: async (ctx, query) => {
      const page = await searchProducts(ctx, { ...query, disable_parent: true, include: [] });
      return {
        ...page,
        items: await exportSkus(
          ctx,
          page.items.map(({ id }) => id),
        ),
      };
    },
    key: ({ product }) => product.id,
    columns: productCells,
  }),
  pagedDocument({
    path: '/admin/stock/export',
    summary: 'The stock of every SKU, as a document that can be imported as a count',
    area: 'stock',
    file: 'stock',
    query: stockListQuery,
    read: listStock,
    columns: [
      ['sku', ({ sku }) => sku],
      ['count', ({ qty_available }) => qty_available],
      ['bin', ({ bin }) => bin],
      ['product', ({ name }) => name],
      ['colour', ({ variation_colour }) => variation_colour],
      ['size', ({ size }) => size],
      ['qty_allocated', ({ qty_allocated }) => qty_allocated],
      ['qty_free', ({ qty_free }) => qty_free],
      ['on_order', ({ on_order }) => on_order],
      ['in_question', ({ qty_in_question }) => qty_in_question],
    ],
  }),
  pagedDocument({
    path: '/admin/stock/:id/ledger/export',
    summary: 'Every movement of one SKU, newest first',
    area: 'stock',
    file: 'stock-movements',
    query: ledgerQuery,
    read: async (ctx, query, id) => {
      const { items, total } = await ledgerOf(ctx, id, query);
      return { items, total, current_page: 1, per_page: query.per_page, last_page: 1 };
    },
    isById: true,
    columns: [
      ['when', ({ when }) => timeCell(when)],
      ['type', ({ type }) => type],
      ['reference', ({ reference }) => reference],
      ['receipt', ({ receipt }) => receipt],
      ['what', ({ what }) => what],
      ['who', ({ who }) => who],
      ['qty', ({ qty }) => qty],
      ['qty_after', ({ qty_after }) => qty_after],
    ],
  }),
  pagedDocument({
    path: '/admin/products/:id/activity/export',
    summary: 'Every movement of a product’s stock, newest first',
    area: 'catalogue',
    file: 'product-movements',
    query: activityQuery,
    read: (ctx, query, id) => movementsOf(ctx, id, query),
    columns: [
      ['when', ({ timed_at }) => timeCell(timed_at)],
      ['type', ({ type }) => type],
      ['sku', ({ sku }) => sku],
      ['reference', ({ reference }) => reference],
      ['receipt', ({ receipt }) => receipt],
      ['direction', ({ direction }) => direction],
      ['qty', ({ qty }) => qty],
    ],
  }),
  pagedDocument({
    path: '/admin/price-changes/export',
    summary: 'Price changes',
    area: 'catalogue',
    file: 'price-changes',
    query: priceChangeQuery,
    read: listPriceChanges,
    columns: [
      ['effective_on', ({ effective_on }) => dayCell(effective_on)],
      ['status', ({ status }) => status],
      ['field', ({ field }) => field],
      ['percent', ({ percent }) => percent],
      ['amount', ({ amount }) => moneyCell(amount)],
      ['prices', ({ prices }) => prices],
      ['set_prices', ({ sets }) => sets],
      ['created_at', ({ created_at }) => timeCell(created_at)],
      ['created_by', ({ created_by }) => created_by.name],
      ['done_at', ({ done_at }) => timeCell(done_at)],
      ['withdrawn_at', ({ withdrawn_at }) => timeCell(withdrawn_at)],
    ],
  }),
  pagedDocument({
    path: '/admin/reports/shortfall/export',
    summary: 'Clients for which items are short',
    area: 'shortfall',
    file: 'shortfall',
    query: shortfallQuery,
    read: listShortAccounts,
    columns: [
      ['account', ({ name }) => name],
      ['reference', ({ reference }) => reference],
      ['products', ({ products_count }) => products_count],
      ['days', ({ days }) => days],
      ['shortfall', ({ current_shortfall_qty }) => current_shortfall_qty],
      ['on_order', (row) => row.current_on_order_qty - row.current_partially_received_qty],
    ],
  }),
  pagedDocument({
    path: '/admin/reports/shortfall/:id/export',
    summary: 'SKUs that are short for one client, and what to order of each',
    area: 'shortfall',
    file: 'shortfall-of-client',
    query: shortProductsQuery,
    read: (ctx, query, id) => listShortProducts(ctx, id, query),
    columns: [
      ['sku', ({ sku }) => sku],
      ['supplier_sku', ({ supplier_sku }) => supplier_sku],
      ['product', ({ name }) => name],
      ['colour', ({ variation_colour }) => variation_colour],
      ['size', (row) => sizeOf(row)],
      ['supplier', ({ supplier }) => nameCell(supplier)],
      ['orders', ({ orders_count }) => orders_count],
      ['days', ({ days }) => days],
      ['shortfall', ({ current_shortfall_qty }) => current_shortfall_qty],
      ['shortfall_of_all', ({ total_shortfall_qty }) => total_shortfall_qty],
      ['qty_free', ({ qty_free }) => qty_free],
      ['on_order', (row) => row.current_on_order_qty - row.current_partially_received_qty],
      ['in_drafts', ({ qty_in_drafts }) => qty_in_drafts],
      ['due', ({ due }) => dayCell(due)],
      ['suggested', ({ suggested }) => suggested],
    ],
  }),
  ownDocument({
    path: '/admin/reports/reorder/export',
    summary: 'SKUs that will run out, the least cover first',
    area: 'shortfall',
    file: 'reorder',
    query: reorderQuery,
    open: async (ctx, query) => {
      const { total, batches } = await exportReorderList(ctx, query);
      return { columns: headingsOf(reorderColumns), total, batches: rowsInTurn(reorderColumns, batches) };
    },
  }),
];
