import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { AdminProductRoutes } from '../../server/catalogue/routes.ts';
import type { StockRoutes } from '../../server/stock/routes.ts';
import { overTheWire } from '../api/transport.ts';

const admin = hc<StockRoutes>('/api/admin', overTheWire);
export const { stock } = admin;
export const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);

export type ListedSku = InferResponseType<typeof stock.skus.$get, 200>['items'][number];
export type Sku = InferResponseType<(typeof stock.skus)[':id']['$get'], 200>;
export type CountedSizes = InferResponseType<typeof stock.counts.$post, 200>;
export type LedgerPage = InferResponseType<(typeof stock.skus)[':id']['ledger']['$get'], 200>;
export type LedgerRow = LedgerPage['items'][number];
export type Counted = Extract<InferResponseType<(typeof products)[':id']['$put'], 200>, { taken_back: unknown }>;
