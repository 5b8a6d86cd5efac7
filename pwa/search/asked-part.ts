import type { PartOrder } from '../api/release-order.ts';
import { createStore } from '../ui/store.ts';

/** The order whose Start Pick from the palette would go in part, while the person is asked about it; null otherwise. */
export const askedPart = createStore<PartOrder | null>(null);
