import type { FilledLine } from '../../shared/kits/fill-kit.ts';
import { messages } from '../../shared/messages.ts';
import type { ChooseSizesInput } from '../../shared/sizes/size-input.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { kitSizeLinks, products } from '../db/tables/index.ts';
import type { ChosenLine } from '../ordering/chosen-lines.ts';
import { entryId, readKitLink } from './kit-link-queries.ts';
import type { KitSizeLink } from './open-link.ts';
import { storeRecordedSizes } from './record-size.ts';

/** The line and style that a page shows under an id; undefined if the link has no such line. */
const entryOf = (filled: readonly FilledLine[], id: number) =>
  filled.flatMap((line) => line.options.map((option, place) => ({ line, ...option, id: entryId(line, place) }))).find((entry) => entry.id === id);

/** The lines that had a size before, with their SKUs. */
export async function chosenAlready({ db }: Pick<Ctx, 'db'>, known: readonly { id: number; product_id: number }[]): Promise<ChosenLine[]> {
  if (!known.length) return [];
  const rows = await db
    .select({ id: products.id, ...skuColumns })
    .from(products)
    .where(among(products.id, idList(known.map(({ product_id }) => product_id))));
  return known.flatMap(({ id, product_id }) => {
    const row = rows.find((one) => one.id === product_id);
    if (!row) return [];
    const { id: _, sku: __, ...attributes } = row;
    return [{ id, product_id, attributes }];
  });
}

/** What a link's page sent: for each line without a size its style and SKU, and the lines that had a size before. 422 on the field of a fault. */
export function readChoices(filled: readonly FilledLine[], { lines }: ChooseSizesInput) {
  const faults: Record<string, string> = {};
  const known: { id: number; product_id: number }[] = [];
  const choices = new Map<number, { style_id: number; product_id: number }>();
  for (const [n, { id, product_id }] of lines.entries()) {
    const entry = entryOf(filled, id);
    if (!entry) faults[`lines.${n}.id`] = messages.not_your_line;
    else if (entry.line.product_id !== null) known.push({ id, product_id: entry.line.product_id });
    else if (choices.has(entry.line.place)) faults[`lines.${n}.id`] = messages.chosen_twice;
    else if (!entry.articles.some((article) => article.id === product_id)) faults[`lines.${n}.product_id`] = messages.unknown_product;
    else choices.set(entry.line.place, { style_id: entry.style_id, product_id });
  }
  if (Object.keys(faults).length) throw invalid(faults);
  return { choices, known };
}

/**
 * A person chooses the sizes of their kit by their link: they become the sizes on file. A line whose size somebody has chosen meanwhile keeps it and
 * is returned.
 */
export async function chooseByKitLink(ctx: Ctx, link: KitSizeLink, input: ChooseSizesInput): Promise<ChosenLine[]> {
  // Two windows with the same link choose one after the other.
  await lockRows(
    ctx.db
      .select({ id: kitSizeLinks.id })
      .from(kitSizeLinks)
      .where(among(kitSizeLinks.id, idList([link.id]))),
  );
  const { filled } = await readKitLink(ctx, link, { toSend: true });
  const { choices, known } = readChoices(filled, input);
  const account_id = link.wearer.account_id;
  if (choices.size && account_id !== null) {
    await storeRecordedSizes(ctx, { id: link.wearer.id, account_id }, [...choices.values()]);
    await auditEach(
      ctx,
      'user.size_recorded',
      [...choices.values()].map(({ product_id }) => ({ on: { type: 'user' as const, id: link.wearer.id }, before: null, after: { product_id } })),
    );
    await emit(ctx, 'sizes.recorded', { employee_ids: [link.wearer.id] });
  }
  return chosenAlready(ctx, known);
}
