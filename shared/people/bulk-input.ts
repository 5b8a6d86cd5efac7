import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { employeeFilters } from './people-filter.ts';

const ids = z.array(z.int().positive()).max(limits.page_cap_clothing_sets);
const links = z.object({ sites: ids, employee_roles: ids, clothing_sets: ids }).partial();
export type BulkLinks = z.infer<typeof links>;
export type LinkName = keyof BulkLinks;

/** The kinds of links that a bulk change can add and remove. */
export const linkNames = Object.keys(links.shape) as LinkName[];

const isNamed = (named: BulkLinks | undefined): boolean => linkNames.some((name) => named?.[name]?.length);

/**
 * The parameters of the list of people, sent in a body. Parameters that only sort are ignored; an unknown filter is refused, because without it more
 * people than intended would match.
 */
const filter = z.strictObject({
  ...employeeFilters,
  search: z.string().trim().max(200),
  page: z.unknown(),
  per_page: z.unknown(),
  orderBy: z.unknown(),
  sortedBy: z.unknown(),
  include: z.unknown(),
});

export const peopleFilterInput = filter.partial();

/** A change of many people at once: each gets and loses links, is invited, or is archived. */
export const bulkInput = z
  .object({
    ids: z
      .array(z.int().positive())
      .min(1, messages.choose_people)
      .max(limits.bulk_people, messages.too_many_chosen(limits.bulk_people))
      .overwrite((chosen) => [...new Set(chosen)]),
    filter: peopleFilterInput.describe('The query parameters of the list: everybody who matches'),
    add: links,
    remove: links,
    invite: z.boolean().describe('Invite them; whoever has signed in is left out'),
    archive: z.boolean().describe('Archive them, which is done alone'),
  })
  .partial()
  .refine(({ ids: chosen, filter: matching }) => (chosen === undefined) !== (matching === undefined), {
    path: ['ids'],
    message: messages.choose_people,
  })
  .refine(({ add, remove, invite, archive }) => isNamed(add) || isNamed(remove) || invite || archive, {
    path: ['add'],
    message: messages.nothing_to_change,
  })
  .refine(({ add, remove, invite, archive }) => !archive || !(isNamed(add) || isNamed(remove) || invite), {
    path: ['archive'],
    message: messages.archive_alone,
  })
  .refine(({ add, remove }) => linkNames.every((name) => !add?.[name]?.some((id) => remove?.[name]?.includes(id))), {
    path: ['remove'],
    message: messages.add_and_remove,
  });
export type BulkInput = z.infer<typeof bulkInput>;

/** The links of one kind that a change adds to somebody and removes, and those that the person has `after` the change. */
export function changedLinks(current: readonly number[], add: readonly number[] = [], remove: readonly number[] = []) {
  const added = [...new Set(add)].filter((id) => !current.includes(id));
  const removed = current.filter((id) => remove.includes(id));
  return { added, removed, after: [...current.filter((id) => !removed.includes(id)), ...added] };
}
