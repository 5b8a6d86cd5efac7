import { eq, sql } from 'drizzle-orm';
import { excessText, leftText } from '../../shared/allowances/allowance-words.ts';
import { isCovered, takenByOne } from '../../shared/allowances/covers.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { products } from '../db/tables/index.ts';
import { figuresOfPeople, holdersOf } from './figures-of-people.ts';
import { allowanceOfPerson } from './wearer-allowances.ts';

/** Whether a person's allowances let them have one item of a product now, with what is left of each that covers it. `price` is in pence. */
export async function whyAllowances(
  ctx: Pick<Ctx, 'db' | 'now'>,
  employee_id: number,
  product_id: number,
  price: number,
): Promise<{ ok: boolean; message: string }> {
  const { figures, productOf } = await figuresOfPeople(ctx, await holdersOf(ctx, [employee_id]), ukDate(ctx.now));
  if (!figures.length) return { ok: true, message: messages.why.no_allowance };
  const [row] = await ctx.db
    .select({ id: products.id, category_id: products.category_id, points: products.points })
    .from(products)
    .where(eq(products.id, sql`(select coalesce(asked.parent_id, asked.id) from products asked where asked.id = ${product_id})`));
  const style = requireFound(row);
  const product = productOf({ style_id: style.id, category_id: style.category_id });
  const covering = figures.filter(({ terms }) => isCovered(terms.covers, product));
  if (!covering.length) return { ok: true, message: messages.why.no_allowance };
  const answers = covering.map((one) => {
    const { terms, figure, allowance } = one;
    const takes = takenByOne(terms.unit, { points: style.points, price });
    const isOver = figure.amount !== null && figure.used + takes > figure.amount;
    const words = `${allowance.name}: ${leftText(allowanceOfPerson(one))}.`;
    return { ok: !isOver || terms.when_exceeded !== 'refuse', words: isOver ? `${words} ${excessText[terms.when_exceeded]}` : words };
  });
  return { ok: answers.every(({ ok }) => ok), message: answers.map(({ words }) => words).join(' ') };
}
