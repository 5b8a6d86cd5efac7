import { messages } from '../../shared/messages.ts';
import type { PersonChange, UserChange } from '../../shared/people/person-input.ts';
import { leavesBeforeStart } from '../../shared/people/person-input.ts';
import type { Actor } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { enforceGoodPassword } from '../auth/common-passwords.ts';
import { hashPassword } from '../auth/password.ts';
import { invalid } from '../core/problem.ts';
import type { users } from '../db/tables/index.ts';
import type { Links } from './person-links.ts';
import type { Person } from './person-queries.ts';

type Change = PersonChange | UserChange;

/** The fields of a person's own row, as they are stored. Role, email address and password are left out: the callers that check them store them. */
export function columnsIn(change: Change): Partial<typeof users.$inferInsert> {
  const { forenames, surname, employee_number, contact_phone, sex, started_on, leaves_on } = change;
  const values = { forenames, surname, employee_number, contact_phone, started_on, leaves_on, ...(sex !== undefined && { sex: sex || null }) };
  return values as Partial<typeof users.$inferInsert>;
}

/** The clothing sets that a change names. A request may use either field name; if it uses both, the lists are joined. */
export const setsIn = ({ clothing_sets, selectedClothingSets }: Change): Links['clothing_sets'] =>
  clothing_sets || selectedClothingSets ? [...(clothing_sets ?? []), ...(selectedClothingSets ?? [])] : undefined;

/** Refuses a last day that is before the first day. If the change leaves one of the two out, the stored day counts. */
export function enforceDays(before: Pick<Person, 'started_on' | 'leaves_on'>, { started_on, leaves_on }: Change): void {
  const first = started_on === undefined ? before.started_on : started_on;
  const last = leaves_on === undefined ? before.leaves_on : leaves_on;
  if (leavesBeforeStart(first, last)) throw invalid({ leaves_on: messages.leaves_before_start });
}

/** Refuses a change that leaves a person without any name. A forename or surname that is left out of the change keeps its stored value. */
export function enforceName(before: Pick<Person, 'forenames' | 'surname'>, { forenames, surname }: Pick<Change, 'forenames' | 'surname'>): void {
  if (!(forenames ?? before.forenames) && !(surname ?? before.surname)) throw invalid({ surname: messages.name_needed });
}

/** Refuses an empty list of sites, and a list without a site at which the caller looks after people. */
export function enforceSites(actor: Actor, role: Role, sites: readonly number[]): void {
  // Managers of a person’s sites look after the person; a Client Manager looks after all sites.
  if (role !== 'client_admin' && sites.length === 0) throw invalid({ sites: messages.sites_needed });
  const seesOwnSitesOnly = actor.role === 'site_admin' || actor.role === 'manager';
  if (seesOwnSitesOnly && !sites.some((id) => actor.site_ids.includes(id))) throw invalid({ sites: messages.own_site_needed });
}

/** The hash of a password that somebody has typed for `owner`. 422 on `password` if it is easy to guess. */
export async function hashFor(owner: Pick<Person, 'forenames' | 'surname' | 'email'> | null, password: string, change: Change): Promise<string> {
  const { forenames = '', surname = '', email = null } = { ...owner, ...change };
  await enforceGoodPassword(password, { forenames, surname, email });
  return hashPassword(password);
}

export const rolesAndSets = ({ employee_roles, clothing_sets }: Pick<Person, 'employee_roles' | 'clothing_sets'>) => ({
  employee_roles: employee_roles.map(({ name }) => name),
  clothing_sets: clothing_sets.map(({ name }) => name),
});

/** The fields of a person that the audit records. */
export function recorded({ id, version, roles, can, is_archived, invited_at, signed_in_at, has_password, has_pin, sites, ...fields }: Person) {
  return { ...fields, ...rolesAndSets(fields), sites: sites.map(({ name }) => name) };
}
