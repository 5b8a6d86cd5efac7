import { and, type SQL, sql } from 'drizzle-orm';
import { type Actor, policy } from '../../shared/policy.ts';
import { providerName } from '../../shared/provider-name.ts';
import { orderLines, returnLines, returns } from '../db/tables/index.ts';
import { visibleLines, visibleOrders } from '../ordering/scope.ts';

/** Who sees a whole order wherever they see it: a return has a line, so its lines need not be looked at. */
const seesWholeOrders = ({ role }: Actor): boolean => role === 'super' || role === 'client_admin';

/** The condition on `returns` joined to `orders` under which a person may know of a return: something in it is theirs to see. */
export const visibleReturns = (actor: Actor): SQL =>
  and(
    visibleOrders(actor),
    seesWholeOrders(actor)
      ? undefined
      : sql`exists (select 1 from ${returnLines} join ${orderLines} on ${orderLines.id} = ${returnLines.order_line_id}
      where ${returnLines.return_id} = ${returns.id} and ${visibleLines(actor)})`,
  ) ?? sql`1 = 0`;

export interface Shown {
  id: number | null;
  name: string;
}

/** Somebody as this reader knows them: to a client the provider's people have one name. */
export const shownPerson = (reader: Actor, person: { id: number; name: string; account_id: number | null }): Shown =>
  person.account_id === null && !policy.use_floor(reader) ? { id: null, name: providerName } : { id: person.id, name: person.name };
