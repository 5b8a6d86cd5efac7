import { sql } from 'drizzle-orm';
import { pointsOf } from '../../shared/allowances/covers.ts';
import { allowanceArithmetic, judgeAllowances, overAllowance } from '../../shared/allowances/judge-allowances.ts';
import { budgetArithmetic, judgeBudgets } from '../../shared/budgets/spend.ts';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { hasLeft, leftText } from '../../shared/people/check-wearer.ts';
import { policy } from '../../shared/policy.ts';
import { stylesOfLine } from '../../shared/rollouts/rollout.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { OrderCharge } from '../allowances/charges-of-order.ts';
import { allowancesOfHolders, figuresOfPeople, holdersOf, takenBy } from '../allowances/figures-of-people.ts';
import { budgetsOfCharges } from '../budgets/budgets-of-order.ts';
import { permittedFor } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { type orderLines, products, users } from '../db/tables/index.ts';
import { rolesByWearer } from '../ordering/charged-role.ts';
import { newLineValues } from '../ordering/new-lines.ts';
import type { StoredPerson, StoredRollout } from './rollout-queries.ts';

export interface JudgedPerson {
  person: StoredPerson;
  name: string;
  /** The lines of the person's order, without its id. */
  lines: (typeof orderLines.$inferInsert)[];
  /** Why nothing can be ordered for the person; null if it can. */
  failure: string | null;
  /** What goes over allowances and needs an approval. */
  excess: OrderCharge[];
  /** What goes over allowances that only warn. */
  warned: OrderCharge[];
  /** Charges that go over allowances, of every kind. */
  over: OrderCharge[];
}

const style = alias(products, 'style');

/**
 * The order lines of some people of a roll-out who are sent to one site, judged by every rule of a submission: who still works there, what their sets
 * offer at the site, their budgets, and the allowances that count roll-outs. A fixed number of statements for any number of people.
 */
export async function judgePeople(
  ctx: Ctx,
  { lines: kit }: Pick<StoredRollout, 'lines'>,
  site_id: number | null,
  people: readonly StoredPerson[],
): Promise<JudgedPerson[]> {
  const { db } = ctx;
  const ids = people.map(({ user_id }) => user_id);
  const facts = new Map(
    (
      await db
        .select({ id: users.id, name: personName(users).as('name'), leaves_on: users.leaves_on, deleted_at: users.deleted_at })
        .from(users)
        .where(among(users.id, idList(ids)))
    ).map((row) => [row.id, row]),
  );
  const ordered = (person: StoredPerson) =>
    person.sizes.flatMap(({ line, product_id }) => {
      const kitLine = kit[line];
      const product = product_id ?? (kitLine && stylesOfLine(kitLine)[0]);
      return kitLine && product !== undefined ? [{ kitLine, product, is_sized: product_id !== null }] : [];
    });
  const product_ids = [...new Set(people.flatMap((person) => ordered(person).map(({ product }) => product)))];
  const whom = { site_id, restricted: policy.see_restricted_products(ctx.actor), now: ctx.now };
  const permitted = await permittedFor(db, ids, whom, product_ids);
  const roles = await rolesByWearer(ctx, ids);
  const today = ukDate(ctx.now);
  const judged: JudgedPerson[] = people.map((person) => {
    const fact = facts.get(person.user_id);
    const inputs = ordered(person).map(({ kitLine, product, is_sized }) => ({
      product_id: product,
      quantity: kitLine.quantity,
      decoration: kitLine.decoration,
      variation_colour: is_sized ? null : kitLine.variation_colour,
    }));
    const { values, faults } = newLineValues(
      ctx,
      { id: 0 },
      { employee_id: person.user_id, inputs, permitted: permitted.get(person.user_id) ?? new Map(), roles: roles.get(person.user_id) ?? [] },
      () => messages.rollouts.not_offered,
    );
    const [fault] = Object.values(faults);
    const failure = !fact
      ? messages.unknown_employee
      : fact.deleted_at
        ? messages.wearer_archived(fact.name)
        : fact.leaves_on && hasLeft(fact.leaves_on, today)
          ? `${fact.name} ${leftText(fact.leaves_on)}.`
          : (fault ?? (values.length ? null : messages.rollouts.no_kit));
    return { person, name: fact?.name ?? '', lines: values, failure, excess: [], warned: [], over: [] };
  });
  await judgeBudgetsOf(ctx, judged);
  await judgeAllowancesOf(ctx, judged);
  return judged;
}

const passing = (judged: readonly JudgedPerson[]): JudgedPerson[] => judged.filter(({ failure }) => failure === null);

async function judgeBudgetsOf(ctx: Ctx, judged: readonly JudgedPerson[]): Promise<void> {
  const charges = passing(judged).flatMap(({ lines }) =>
    lines.flatMap(({ employee_id, employee_role_id, unit_price, qty_requested = 0 }) =>
      employee_role_id ? [{ employee_id, employee_role_id, amount: unit_price * qty_requested }] : [],
    ),
  );
  const byPerson = groupBy(await budgetsOfCharges(ctx, charges), ({ employee_id }) => employee_id);
  for (const one of passing(judged)) {
    const { verdict, over } = judgeBudgets(byPerson.get(one.person.user_id) ?? []);
    if (verdict !== 'within') one.failure = over.map(budgetArithmetic).join(' ');
  }
}

async function judgeAllowancesOf(ctx: Ctx, judged: readonly JudgedPerson[]): Promise<void> {
  const day = ukDate(ctx.now);
  const holders = await holdersOf(
    ctx,
    passing(judged).map(({ person }) => person.user_id),
  );
  const counting = (await allowancesOfHolders(ctx, holders, day)).filter(({ versions }) => versions.some(({ counts_rollouts }) => counts_rollouts));
  const ids = [...new Set(judged.flatMap(({ lines }) => lines.map(({ product_id }) => product_id)))];
  const facts = new Map(
    (
      await ctx.db
        .select({ id: products.id, style_id: style.id, category_id: style.category_id, points: style.points })
        .from(products)
        .innerJoin(style, sql`${style.id} = coalesce(${products.parent_id}, ${products.id})`)
        .where(among(products.id, idList(ids)))
    ).map((row) => [row.id, row]),
  );
  for (const { lines } of judged) for (const line of lines) line.unit_points = pointsOf(facts.get(line.product_id)?.points ?? null, line.unit_price);
  if (!counting.length) return;
  const { figures, productOf } = await figuresOfPeople(ctx, holders, day, { only: counting });
  const byPerson = groupBy(figures, ({ holder }) => holder.id);
  for (const one of passing(judged)) {
    const charges = (byPerson.get(one.person.user_id) ?? []).map(({ allowance, terms, holder, figure }): OrderCharge => {
      const this_order = one.lines.reduce((sum, { product_id, unit_price, qty_requested = 0, unit_points }) => {
        const fact = facts.get(product_id);
        if (!fact) return sum;
        const { style_id, category_id } = fact;
        const line = {
          employee_id: holder.id,
          style_id,
          category_id,
          pieces: qty_requested,
          points: unit_points ?? null,
          price: unit_price,
          is_rollout: true,
        };
        return sum + takenBy(terms, line, productOf(line));
      }, 0);
      const { unit, period_months, when_exceeded } = terms;
      const { id: allowance_id, name } = allowance;
      return {
        allowance_id,
        employee_id: holder.id,
        employee_name: holder.name,
        name,
        unit,
        period_months,
        when_exceeded,
        figure,
        this_order,
        line: 0,
      };
    });
    const { refused, approve, warned } = judgeAllowances(charges);
    one.over = charges.filter((charge) => overAllowance(charge) > 0);
    one.excess = approve;
    one.warned = warned;
    if (refused.length) one.failure = refused.map(allowanceArithmetic).join(' ');
  }
}
