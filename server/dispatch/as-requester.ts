import type { Ctx, Services } from '../core/context.ts';
import type { Db } from '../db/db.ts';

/** A context for work outside requests: the result of a carrier's answer is recorded in the name of the person who requested the dispatch. */
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
