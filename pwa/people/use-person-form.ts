import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { RoleFlag } from '../../shared/employee-roles/role-flags.ts';
import { messages } from '../../shared/messages.ts';
import { needsEmail, personChange } from '../../shared/people/person-input.ts';
import { clientRoles } from '../../shared/roles.ts';
import { afterPersonChange } from '../api/people.ts';
import type { Offered } from '../api/sites-and-roles.ts';
import { useForm } from '../api/use-form.ts';
import { type AddedPerson, useStartOrder } from '../api/use-start-order.ts';
import { doneAndMailed } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import type { Access } from './access-ways.ts';
import { type Person, savePerson } from './client.ts';
import { useDuplicates } from './use-duplicates.ts';
import { usePeopleScreens } from './use-people-screens.ts';

const idsOf = (rows: readonly { id: number }[] = []): number[] => rows.map(({ id }) => id).sort((one, other) => one - other);

const valuesOf = (of: Partial<Person>) => ({
  forenames: of.forenames ?? '',
  surname: of.surname ?? '',
  email: of.email ?? '',
  employee_number: of.employee_number ?? '',
  contact_phone: of.contact_phone ?? '',
  sex: of.sex ?? '',
  started_on: of.started_on ?? '',
  leaves_on: of.leaves_on ?? '',
  deduction_consent_on: of.deduction_consent_on ?? '',
  allowance_percent: String(of.allowance_percent ?? 100),
  role: of.primary_role ?? 'employee',
  sites: idsOf(of.sites),
  employee_roles: idsOf(of.employee_roles),
  clothing_sets: idsOf(of.clothing_sets),
  can_view_restricted_products: of.can_view_restricted_products ?? false,
  is_supervised_orderer: of.is_supervised_orderer ?? false,
  access: (of.id === undefined ? 'invite' : 'later') as Access,
  password: '',
  password_confirmation: '',
  version: of.version,
});

/** The initial values of a new person: the site `own`, or without `own` the company's only site; and the company's only clothing set. */
const beginning = ({ sites, clothing_sets }: Offered, own?: number): Partial<Person> => ({
  ...((sites.length === 1 || own !== undefined) && {
    sites: sites.filter(({ id }) => own === undefined || id === own).map(({ id, name }) => ({ id, name })),
  }),
  ...(clothing_sets.length === 1 && { clothing_sets }),
});

const rank = (role: string): number => (clientRoles as readonly string[]).indexOf(role);

/** Of the system roles that a person’s employee roles suggest, the highest that the caller may assign, with the employee role that suggests it. */
function suggestionOf(chosen: readonly Offered['employee_roles'][number][], ownRank: number): { by: string; role: RoleFlag } | null {
  const flagged = chosen.flatMap(({ name, flags }) => flags.filter((flag) => rank(flag) <= ownRank).map((role) => ({ by: name, role })));
  return flagged.sort((one, other) => rank(other.role) - rank(one.role))[0] ?? null;
}

/** The form of a client's person: the values, existing people who may be the same person, and what saving does. A new person gets the site `own`. */
export function usePersonForm(stored: Person | undefined, offered: Offered, own?: number) {
  const screens = usePeopleScreens();
  const { role: ownRole, can } = useSession();
  const isClients = screens.accountId === undefined;
  const added = useRef<AddedPerson | null>(null);
  const start = useStartOrder(added);
  /** True if the pressed button adds the person and also starts an order. */
  const isForOrder = useRef(false);
  const setForOrder = (is: boolean): void => {
    isForOrder.current = is;
  };
  const form = useForm({
    schema: personChange,
    record: stored ?? beginning(offered, own),
    valuesOf,
    input: ({ role, email, access, password, password_confirmation, allowance_percent, ...values }) => ({
      ...values,
      allowance_percent: allowance_percent === '' ? 100 : Number(allowance_percent),
      email,
      roles: [role],
      ...(email !== '' && access === 'invite' && { invite: true }),
      ...(email !== '' && access === 'password' && { password, password_confirmation }),
    }),
    fieldOf: (name) => (name.startsWith('roles') ? 'role' : (/^(sites|employee_roles|clothing_sets)\./.exec(name)?.[1] ?? name)),
    check: ({ role, email, sites }) => ({
      email: needsEmail(role, email) ? messages.email_needed : null,
      sites: role !== 'client_admin' && sites.length === 0 ? messages.sites_needed : null,
    }),
    send: savePerson(screens.accountId, stored?.id),
    success: (_, { invite }) => (invite ? doneAndMailed('User has been saved') : 'User has been saved'),
    refresh: afterPersonChange,
    onSaved: ({ id, forenames, email, invited_at, employee_roles, sites }) => {
      if (!isForOrder.current) return screens.leaveSaved();
      added.current = { id, forenames, email, invited_at, employee_roles, sites };
      void start.write([id]).then((order) => order ?? screens.leaveSaved());
    },
  });
  const { values } = form;
  const first = values.forenames.trim().split(/\s+/)[0];
  const navigate = useNavigate();
  const { forenames, surname, employee_number: number } = values;
  const same = useDuplicates(stored ? null : { forenames, surname, email: values.email, number }, isClients ? undefined : screens.companyId);
  // A person keeps the sites that the caller may not add or remove.
  const otherSites = (stored?.sites ?? []).filter(({ id }) => !offered.sites.some((site) => site.id === id));
  const ownRank = ownRole === 'super' ? rank('client_admin') : rank(ownRole);
  const chosenRoles = offered.employee_roles.filter(({ id }) => values.employee_roles.includes(id));
  const suggestion = suggestionOf(chosenRoles, ownRank);
  const isSuggested = suggestion !== null && suggestion.role !== values.role;

  // The sites to which the existing person can be pulled. If sites are chosen in the form, only chosen sites.
  const pullSites = (same.match?.pull_sites ?? []).filter((id) => values.sites.length === 0 || values.sites.includes(id));
  const isAnswerable = same.setOther !== null || same.match?.can_restore || pullSites.length > 0;
  const question = isAnswerable ? `First say whether it is the same ${first || 'person'}.` : same.correction;
  const waits = !form.isDirty ? 'Nothing is entered yet.' : same.match ? question : null;

  return {
    form,
    screens,
    stored,
    offered,
    isClients,
    setForOrder,
    first,
    same,
    pullSites,
    otherSites,
    roles: clientRoles.slice(0, ownRank + 1),
    chosenRoles,
    suggestion: isSuggested ? suggestion : null,
    waits,
    mayGiveSupervision: can('supervise_orderers'),
    /** Leaves this form and opens the form of an existing person. */
    goTo: (id: number): void => {
      form.giveUp();
      void navigate(screens.edit(id), { replace: true });
    },
  };
}
export type PersonFormState = ReturnType<typeof usePersonForm>;
