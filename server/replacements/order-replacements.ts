import { and, asc, eq } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ReplacementOrders, ReplacementsInput } from '../../shared/replacements/replacement.ts';
import { audit } from '../audit/audit.ts';
import { permittedFor } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, users } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { rolesByWearer } from '../ordering/charged-role.ts';
import { newLineValues } from '../ordering/new-lines.ts';
import { beginDrafts } from '../ordering/start-order.ts';
import { visibleEmployees } from '../people/scope.ts';
import { deliverySitesOf } from '../sites/delivery-sites.ts';
import { authorizeReplacements, dueItems } from './replacement-queries.ts';

const keyOf = ({ employee_id, product_id }: { employee_id: number; product_id: number }): string => `${employee_id}/${product_id}`;
/** A day after the end of every wear life. Somebody may replace an item before its life is over. */
const FAR_AHEAD = '2999-12-31';

/**
 * Begin drafts that replace items of people, one for each site to which items go. The people are locked, so that two managers who press at the same time
 * do not both replace an item: what is on a draft already is not to be replaced.
 */
export async function orderReplacements(ctx: Ctx, account_id: number, { items }: ReplacementsInput): Promise<ReplacementOrders> {
  await authorizeReplacements(ctx, account_id);
  const { db, actor } = ctx;
  const ids = [...new Set(items.map(({ employee_id }) => employee_id))];
  const isHere = and(among(users.id, idList(ids)), eq(users.account_id, account_id), visibleEmployees(actor));
  const people = new Set((await lockRows(db.select({ id: users.id }).from(users).where(isHere).orderBy(asc(users.id)))).map(({ id }) => id));
  const due = await dueItems(ctx, FAR_AHEAD, isHere);
  const dueByKey = new Map((await db.select().from(due)).map((item) => [keyOf(item), item]));
  const faults: Record<string, string> = {};
  const keys = items.map(keyOf);
  for (const [n, item] of items.entries()) {
    if (!people.has(item.employee_id)) faults[`items.${n}.employee_id`] = messages.unknown_employee;
    else if (keys.indexOf(keyOf(item)) !== n) faults[`items.${n}.product_id`] = messages.replacements.twice;
    else if (!dueByKey.has(keyOf(item))) faults[`items.${n}.product_id`] = messages.replacements.not_due;
  }
  if (Object.keys(faults).length) throw invalid(faults);

  const sites = await deliverySitesOf(ctx, ids);
  const bySite = [...groupBy(items, ({ employee_id }) => sites.get(employee_id)?.id ?? null)].map(([, of]) => ({
    site: sites.get(of[0]?.employee_id ?? 0),
    items: of,
    employees: [...new Set(of.map(({ employee_id }) => employee_id))],
  }));
  const started = await beginDrafts(
    ctx,
    account_id,
    bySite.map(({ site, employees }) => ({
      employees,
      values: site ? { delivery_site_id: site.id, delivery_address: site.delivery_address } : {},
    })),
  );
  const roles = await rolesByWearer(ctx, ids);
  // Before a site is chosen, a product is offered if one of the person's sites has it; the draft is judged at its site when it is submitted.
  const whom = { site_id: null, restricted: policy.see_restricted_products(actor), now: ctx.now };
  const permitted = await permittedFor(
    db,
    ids,
    whom,
    items.map(({ product_id }) => product_id),
  );
  const lines = started.flatMap((order, n) =>
    [...groupBy(bySite[n]?.items ?? [], ({ employee_id }) => employee_id)].flatMap(([employee_id, of]) => {
      const inputs = of.map((item) => ({
        product_id: item.product_id,
        quantity: dueByKey.get(keyOf(item))?.quantity ?? 1,
        decoration: dueByKey.get(keyOf(item))?.decoration ?? null,
      }));
      const { values, faults: refused } = newLineValues(
        ctx,
        order,
        { employee_id, inputs, permitted: permitted.get(employee_id) ?? new Map(), roles: roles.get(employee_id) ?? [] },
        () => messages.unknown_product,
      );
      for (const [field, message] of Object.entries(refused)) {
        const place = items.indexOf(of[Number(field.split('.')[1])] as (typeof items)[number]);
        faults[`items.${place}.product_id`] = message;
      }
      return values;
    }),
  );
  if (Object.keys(faults).length) throw invalid(faults);
  await insertMany(db, orderLines, lines);
  await audit(ctx, 'replacements.ordered', { type: 'account', id: account_id }, null, { items, orders: started.map(({ id }) => id) });
  return {
    items: started.map(({ id: _, ...order }, n) => {
      const site = bySite[n]?.site;
      return { ...order, site: site ? { id: site.id, name: site.name } : null, items: bySite[n]?.items.length ?? 0 };
    }),
  };
}
