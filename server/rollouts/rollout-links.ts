import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, policy } from '../../shared/policy.ts';
import type { ChooseSizesInput } from '../../shared/sizes/size-input.ts';
import type { Ctx, Services } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { personName } from '../db/person-name.ts';
import { accounts, rolloutLinks, rolloutPeople, rollouts, users } from '../db/tables/index.ts';
import type { ChosenLine } from '../ordering/chosen-lines.ts';
import { chosenAlready, readChoices } from '../sizes/choose-by-kit-link.ts';
import { kitFills } from '../sizes/kit-fills.ts';
import { enforceAlive, enforcePictureOfKit, linesOfKit, type OpenKit } from '../sizes/kit-link-queries.ts';
import type { LinkView } from '../sizes/link-queries.ts';
import { deadLinkProblem, linkOfToken, wearerOf } from '../sizes/open-link.ts';
import { lockPerson, storeSizes } from './choose-sizes.ts';

/** A link of a roll-out whose token is known, whether or not it can still be opened. */
export interface RolloutLink {
  rollout_id: number;
  expires_at: string;
  wearer: Actor;
}

/** The link of a token; 404 for an unknown one. */
export const openRolloutLink = (services: Services, token: string, address: string): Promise<RolloutLink> =>
  linkOfToken(services, token, address, async (db, token_hash) => {
    const [row] = await db
      .select({
        rollout_id: rolloutLinks.rollout_id,
        expires_at: rolloutLinks.expires_at,
        employee_id: users.id,
        name: personName(users).as('name'),
        account_id: rollouts.account_id,
        can_view_restricted_products: users.can_view_restricted_products,
      })
      .from(rolloutLinks)
      .innerJoin(rollouts, eq(rollouts.id, rolloutLinks.rollout_id))
      .innerJoin(accounts, and(eq(accounts.id, rollouts.account_id), isNull(accounts.deleted_at)))
      .innerJoin(users, and(eq(users.id, rolloutLinks.user_id), eq(users.account_id, rollouts.account_id)))
      .where(and(eq(rolloutLinks.token_hash, token_hash), isNull(users.deleted_at), eq(users.is_disabled, false)));
    return row ? { rollout_id: row.rollout_id, expires_at: row.expires_at, wearer: wearerOf(row) } : null;
  });

/** The roll-out and the person of a link, and the person's lines with the sizes that are known; `missing` are those that still need one. */
async function openedOf(ctx: Ctx, { rollout_id, wearer }: RolloutLink) {
  const [row] = await ctx.db
    .select({ rollout: rollouts, person: rolloutPeople, company: accounts.name })
    .from(rollouts)
    .innerJoin(accounts, eq(accounts.id, rollouts.account_id))
    .innerJoin(rolloutPeople, and(eq(rolloutPeople.rollout_id, rollouts.id), eq(rolloutPeople.user_id, wearer.id)))
    .where(eq(rollouts.id, rollout_id));
  const { rollout, person, company } = requireFound(row);
  const whom = { site_id: person.site_id, restricted: policy.see_restricted_products(wearer) };
  const fill = requireFound((await kitFills(ctx, [{ id: wearer.id, lines: rollout.lines }], whom)).get(wearer.id));
  // What the roll-out has stored counts, not what is on file: the size on file is only proposed.
  const filled = person.sizes.flatMap(({ line, product_id }) => {
    const one = fill.filled[line];
    return one ? [{ ...one, product_id }] : [];
  });
  const isOver = person.ordered_at !== null || person.is_queued;
  const missing = isOver ? [] : filled.filter(({ product_id, options }) => product_id === null && options.length > 0);
  return { rollout, company, filled, missing, permitted: fill.permitted };
}

/** As `openedOf`; 404 with the reason if the link no longer opens. */
async function readRolloutLink(ctx: Ctx, link: RolloutLink, how: { toSend?: boolean } = {}) {
  const opened = await openedOf(ctx, link);
  enforceAlive(ctx, { expires_at: link.expires_at, is_cancelled: opened.rollout.closed_at !== null, missing: opened.missing.length }, how);
  return opened;
}

const linesOf = (ctx: Ctx, { wearer }: RolloutLink, token: string, opened: Pick<OpenKit, 'missing' | 'permitted'>): Promise<LinkView['lines']> =>
  linesOfKit(ctx, wearer, opened, `/api/rollout-sizes/${token}/pictures/`);

/** What a person sees who opens their link of a roll-out: the lines that need a size, with every style of which they may take one. */
export async function rolloutLinkView(ctx: Ctx, link: RolloutLink, token: string): Promise<LinkView> {
  const opened = await readRolloutLink(ctx, link);
  const { rollout, company } = opened;
  return {
    wearer: { name: link.wearer.name },
    order_number: rollout.name,
    requester: company,
    company,
    expires_at: link.expires_at,
    lines: await linesOf(ctx, link, token, opened),
  };
}

/** A person chooses styles and sizes by their link. A line that has a size already, because somebody chose at the same time, keeps it and is returned. */
export async function answerByLink(ctx: Ctx, link: RolloutLink, input: ChooseSizesInput): Promise<ChosenLine[]> {
  const person = await lockPerson(ctx, link.rollout_id, link.wearer.id);
  const { rollout, filled } = await readRolloutLink(ctx, link, { toSend: true });
  const { choices, known } = readChoices(filled, input);
  if (choices.size) {
    if (person.ordered_at !== null || person.is_queued) throw deadLinkProblem('link_sized');
    const chosen = [...choices].map(([line, { product_id }]) => ({ line, product_id }));
    await storeSizes(ctx, rollout, person, chosen, 'answer');
  }
  return chosenAlready(ctx, known);
}

/** The lines that still need a size after an answer. */
export async function linesToAnswer(ctx: Ctx, link: RolloutLink, token: string): Promise<LinkView['lines']> {
  const opened = await openedOf(ctx, link);
  return opened.missing.length ? linesOf(ctx, link, token, opened) : [];
}

/** 404 unless the lines of a link show this picture. */
export async function enforceRolloutPicture(ctx: Ctx, link: RolloutLink, hash: string): Promise<void> {
  await enforcePictureOfKit(ctx, await readRolloutLink(ctx, link), hash);
}
