import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addDays } from '../../shared/add-days.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { openCollection } from '../collections/open-collection.ts';
import { employeeRoles, orderLines, orders, products, userEmployeeRoles, users } from '../db/tables/index.ts';
import { setKit } from '../kits/set-kit.ts';
import type { DemoWorld } from './demo-world.ts';

/** The styles of the kit with their quantities. */
const KIT = { PO01: 3, TR01: 2, BT01: 1, FL01: 1 };
type KitCode = keyof typeof KIT;

/** The sums over the lines of a person that say where the person's clothing is. */
const submitted = sql`${orders.submitted_at} is not null and ${orders.cancelled_at} is null`;
const count = (condition: ReturnType<typeof sql>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`.mapWith(Number);
const open = sql`${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}`;

/**
 * Give the first client five people who start, each at another stage of their kit and one of them late, and two who have left: one whose collection is
 * open, and one who has kept items for more than 30 days. They are people of the demo, so that nobody is added.
 */
export async function beginStartersAndLeavers(world: DemoWorld): Promise<void> {
  const { db, catalogue } = world;
  const [account] = world.people.accounts;
  const [office] = world.staff('super');
  if (!account || !office) throw new Error('The demo needs an account and one person of the office');
  const ctx = world.as(office);
  const today = ukDate(ctx.now);
  const roles = await db
    .select({ id: employeeRoles.id, name: employeeRoles.name })
    .from(employeeRoles)
    .where(eq(employeeRoles.account_id, account.id))
    .orderBy(asc(employeeRoles.id));
  const operatives = roles.find(({ name }) => name === 'Site Operative');
  if (!operatives) throw new Error('The demo has no role Site Operative');
  const styles = (Object.keys(KIT) as KitCode[]).map((code) => {
    const style = catalogue.styles.get(code);
    const colour = style?.variations.find((one) => !one.has_ended && (one.colour === 'Navy' || code === 'TR01' || code === 'BT01'))?.colour;
    if (!style) throw new Error(`The demo has no style ${code}`);
    return { id: style.id, code, colour: colour ?? null, quantity: KIT[code] };
  });
  const lines = styles.map(({ id, code, colour, quantity }) => ({
    product_id: id,
    quantity,
    decoration: code === 'PO01' || code === 'FL01' ? 'Northgate logo, left breast' : null,
    variation_colour: colour,
    choose_from: [],
  }));
  await setKit(ctx, account.id, operatives.id, { lines });

  const ids = account.people.filter(({ role }) => role === 'employee').map(({ id }) => id);
  const kitStyles = styles.map(({ id }) => id);
  const figures = await db
    .select({
      id: users.id,
      role: userEmployeeRoles.employee_role_id,
      lines: count(sql`${orderLines.id} is not null`).as('lines'),
      of_kit: count(sql`coalesce(${products.parent_id}, ${products.id}) in ${kitStyles}`).as('of_kit'),
      drafts: count(sql`${orders.submitted_at} is null and ${orderLines.id} is not null`).as('drafts'),
      open: count(sql`${submitted} and ${open} > 0`).as('open_lines'),
      short: count(sql`${submitted} and not ${orders.is_frozen} and ${open} > ${orderLines.qty_allocated}`).as('short_lines'),
      held: count(sql`${orderLines.qty_shipped} > 0`).as('held_lines'),
      sent: sql<number>`coalesce(sum(${orderLines.qty_shipped}), 0)`.mapWith(Number).as('sent'),
    })
    .from(users)
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.user_id, users.id))
    .leftJoin(orderLines, eq(orderLines.employee_id, users.id))
    .leftJoin(orders, and(eq(orders.id, orderLines.order_id), isNull(orders.deleted_at)))
    .leftJoin(products, eq(products.id, orderLines.product_id))
    .where(and(inArray(users.id, ids), isNull(users.started_on)))
    .groupBy(users.id, userEmployeeRoles.employee_role_id)
    .orderBy(asc(users.id));
  type Figures = (typeof figures)[number];
  const taken = new Set<number>();
  const take = (...choices: ((one: Figures) => boolean)[]): number | undefined => {
    for (const fits of choices) {
      const one = figures.find((person) => !taken.has(person.id) && fits(person));
      if (!one) continue;
      taken.add(one.id);
      return one.id;
    }
    return undefined;
  };
  const isOperative = ({ role }: Figures): boolean => role === operatives.id;
  const has = (person: Figures, isShort: boolean): boolean =>
    isOperative(person) && person.of_kit > 0 && person.open > 0 && person.short > 0 === isShort && person.drafts === 0;
  const isNew = ({ lines: ordered }: Figures): boolean => ordered === 0;
  const starts: [number, number | undefined][] = [
    // Short of an item, with the first day tomorrow: late.
    [
      1,
      take(
        (one) => has(one, true) && one.held === 0,
        (one) => has(one, true),
        (one) => isOperative(one) && isNew(one),
      ),
    ],
    [
      6,
      take(
        (one) => has(one, false) && one.held === 0,
        (one) => has(one, false),
        (one) => isOperative(one) && isNew(one),
      ),
    ],
    [9, take((one) => isOperative(one) && isNew(one), isOperative)],
    [
      16,
      take(
        (one) => !isOperative(one) && isNew(one),
        (one) => !isOperative(one),
      ),
    ],
    [24, take((one) => isOperative(one) && isNew(one), isOperative)],
  ];
  for (const [days, id] of starts)
    if (id !== undefined)
      await db
        .update(users)
        .set({ started_on: addDays(today, days) })
        .where(eq(users.id, id));

  const isSettled = ({ sent, open: waiting, drafts }: Figures): boolean => sent > 2 && waiting === 0 && drafts === 0;
  const [leaver, kept] = [take(isSettled), take(isSettled)];
  if (leaver !== undefined) {
    await db
      .update(users)
      .set({ leaves_on: addDays(today, -4) })
      .where(eq(users.id, leaver));
    await openCollection(ctx, leaver, {});
  }
  if (kept !== undefined)
    await db
      .update(users)
      .set({ leaves_on: addDays(today, -38), deduction_consent_on: addDays(today, -45) })
      .where(eq(users.id, kept));
}
