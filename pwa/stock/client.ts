import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { StockRoutes } from '../../server/stock/routes.ts';
import { overTheWire } from '../api/transport.ts';

const admin = hc<StockRoutes>('/api/admin', overTheWire);
export const { stock, products } = admin;

export type ListedSku = InferResponseType<typeof stock.skus.$get, 200>['items'][number];
export type Sku = InferResponseType<(typeof stock.skus)[':id']['$get'], 200>;
export type LedgerRow = InferResponseType<(typeof stock.skus)[':id']['ledger']['$get'], 200>['items'][number];
export type ToCount = InferResponseType<(typeof stock)['to-count']['$get'], 200>['items'][number];
export type Counted = InferResponseType<(typeof products)[':id']['$put'], 200>;
