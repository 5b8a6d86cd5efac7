import type { Db } from '../db/db.ts';
import type { Ctx, Services } from '../http/context.ts';

/** A context for what goes on beside the requests: what a carrier answers is done in the name of whoever asked for the dispatch. */
export const asRequester = (services: Services, db: Db, requested_by: number): Ctx => ({
  db,
  now: services.clock().toISOString(),
  services,
  request_id: null,
  actor: {
    id: requested_by,
    name: '',
    role: 'warehouse',
    account_id: null,
    site_ids: [],
    is_supervised_orderer: false,
    can_view_restricted_products: false,
    impersonator_id: null,
  },
});
