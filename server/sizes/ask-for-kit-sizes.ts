import { eq } from 'drizzle-orm';
import { type FilledLine, unsizedLines } from '../../shared/kits/fill-kit.ts';
import { listText } from '../../shared/list-text.ts';
import { linkDays } from '../../shared/sizes/size-link.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import { among, idList } from '../db/among.ts';
import { personName, personNameToClients } from '../db/person-name.ts';
import { accounts, kitSizeLinks, products, users } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { sizeRequestEmail } from '../mail/email-templates/size-request.ts';
import { queueMails } from '../mail/queue-mail.ts';

const DAY = 24 * 60 * 60_000;
const inWords = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'long', year: 'numeric' });

/** A wearer whose sizes for some lines of a kit are not known. */
interface UnsizedKit {
  id: number;
  filled: readonly FilledLine[];
}

/** The names of the styles of which a wearer gets one: *Trousers or Skirt*. */
async function styleNames({ db }: Pick<Ctx, 'db'>, kits: readonly UnsizedKit[]): Promise<(line: FilledLine) => string> {
  const ids = [...new Set(kits.flatMap(({ filled }) => filled.flatMap(({ options }) => options.map(({ style_id }) => style_id))))];
  const names = new Map(
    (
      await db
        .select({ id: products.id, name: products.name })
        .from(products)
        .where(among(products.id, idList(ids)))
    ).map(({ id, name }) => [id, name]),
  );
  return ({ options }) =>
    listText(
      options.flatMap(({ style_id }) => names.get(style_id) ?? []),
      'or',
    );
}

/**
 * Mail each of these people a link by which they choose the missing sizes of a kit without signing in. Returns who was asked; people without a usable
 * email address are not.
 */
export async function askForKitSizes(
  ctx: Ctx,
  { account_id, requester_id }: { account_id: number; requester_id: number },
  kits: readonly UnsizedKit[],
): Promise<{ asked: number[]; without_email: { id: number; name: string }[] }> {
  const unsized = kits.flatMap(({ id, filled }) => {
    const lines = unsizedLines(filled);
    return lines.length ? [{ id, filled: lines }] : [];
  });
  if (!unsized.length) return { asked: [], without_email: [] };
  const people = new Map(
    (
      await ctx.db
        .select({
          id: users.id,
          forenames: users.forenames,
          name: personName(users).as('name'),
          email: users.email,
          is_disabled: users.is_disabled,
        })
        .from(users)
        .where(among(users.id, idList(unsized.map(({ id }) => id))))
    ).map((person) => [person.id, person]),
  );
  const [about] = await ctx.db
    .select({ requester: personNameToClients(users).as('requester'), company: accounts.name })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, account_id))
    .where(eq(users.id, requester_id));
  const { requester, company } = requireFound(about);
  const nameOf = await styleNames(ctx, unsized);
  const expires = new Date(Date.parse(ctx.now) + linkDays * DAY);
  const links = unsized.flatMap(({ id, filled }) => {
    const person = people.get(id);
    return person?.email && !person.is_disabled ? [{ person: { ...person, email: person.email }, filled, token: newToken() }] : [];
  });
  await insertMany(
    ctx.db,
    kitSizeLinks,
    links.map(({ person, filled, token }) => ({
      account_id,
      employee_id: person.id,
      requester_id,
      lines: filled.map(({ line }) => line),
      token_hash: hashToken(token),
      created_at: ctx.now,
      expires_at: expires.toISOString(),
    })),
  );
  await queueMails(
    ctx,
    links.map(({ person, filled, token }) => ({
      ...sizeRequestEmail({
        name: person.forenames,
        requester,
        company,
        order_number: null,
        url: `${ctx.services.settings.public_url}/sizes/${token}`,
        until: inWords.format(expires),
        wearer: {
          name: person.name,
          items: filled.map((one) => ({
            product: nameOf(one),
            colour: one.line.variation_colour,
            quantity: one.line.quantity,
            size: null,
            is_size_selected: false,
          })),
        },
      }),
      to: person.email,
      account_id,
    })),
  );
  const asked = links.map(({ person }) => person.id);
  await auditEach(
    ctx,
    'user.kit_sizes_asked',
    links.map(({ person, filled }) => ({ on: { type: 'user' as const, id: person.id }, after: { lines: filled.length } })),
  );
  return {
    asked,
    without_email: unsized.flatMap(({ id }) => (asked.includes(id) ? [] : [{ id, name: people.get(id)?.name ?? '' }])),
  };
}
