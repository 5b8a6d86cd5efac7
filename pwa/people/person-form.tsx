import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RoleFlag } from '../../shared/employee-roles/role-flags.ts';
import { messages } from '../../shared/messages.ts';
import { needsEmail, personChange } from '../../shared/people/person-input.ts';
import { clientRoles, roleLabels } from '../../shared/roles.ts';
import { useForm } from '../api/use-form.ts';
import { type AddedPerson, useStartOrder } from '../api/use-start-order.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Select, TextField } from '../ui/field.tsx';
import { Submit } from '../ui/form.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type Access, changes, ways } from './access-ways.ts';
import { type Offered, type Person, readOffered, readPerson, savePerson } from './client.ts';
import { DuplicateCard } from './duplicate-card.tsx';
import { PersonActions } from './person-actions.tsx';
import { useDuplicates } from './use-duplicates.ts';
import { afterPersonChange, usePeopleScreens } from './use-people-screens.ts';
import { withMessage } from './with-message.ts';

/** Somebody of a client company: a new person, or a stored one. */
export default function PersonForm() {
  const { accountId, companyId, list } = usePeopleScreens();
  const offered = useQuery({ queryKey: ['offered-to-people', companyId], queryFn: ({ signal }) => readOffered(companyId, signal) });
  return (
    <RecordPage title="Employee" back={list} queryKey={['person', accountId]} read={readPerson(accountId)}>
      {(person) =>
        person && !person.can.edit ? (
          <ReadOnly person={person} />
        ) : offered.data ? (
          <Details stored={person} offered={offered.data} />
        ) : (
          <Page title={person?.name ?? 'New employee'} back={list}>
            <Loaded query={offered} noun="sites and roles" waiting={<SkeletonText lines={8} />}>
              {() => null}
            </Loaded>
          </Page>
        )
      }
    </RecordPage>
  );
}

/** Somebody whom the caller cannot change: themself, a person with a higher role, or an archived one. */
function ReadOnly({ person }: { person: Person }) {
  const screens = usePeopleScreens();
  const { who } = useSession();
  const facts = [
    ['Role', roleLabels[person.primary_role]],
    ['Email', person.email],
    ['Employee number', person.employee_number],
    ['Phone', person.contact_phone],
    ['Sites', namesOf(person.sites)],
    ['Employee roles', namesOf(person.employee_roles)],
    ['Clothing sets', namesOf(person.clothing_sets)],
  ] as const;
  const reason = person.is_archived
    ? 'They cannot sign in, and nothing is ordered for them.'
    : person.id === who.user.id
      ? 'You change your own details in your profile.'
      : 'You cannot change somebody with a role above your own.';
  return (
    <Page
      title={person.name}
      back={screens.list}
      sub={person.is_archived ? <Badge tone="line-only">Archived</Badge> : screens.companyName}
      actions={<PersonActions person={person} screens={screens} />}
    >
      <div className="flow person-facts">
        <Banner live={false}>{reason}</Banner>
        <section className="card">
          <dl className="facts in-card">
            {facts.map(([label, value]) => (
              <div key={label} className="open-kind">
                <dt>{label}</dt>
                <dd>{value || <span className="note">None</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Page>
  );
}

const namesOf = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(', ');
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

/** What a new person has from the beginning: what there is no choice of. */
const beginning = ({ sites, clothing_sets }: Offered): Partial<Person> => ({
  ...(sites.length === 1 && { sites: sites.map(({ id, name }) => ({ id, name })) }),
  ...(clothing_sets.length === 1 && { clothing_sets }),
});

const budgetOf = ({ is_budgeted, budget_value, budget_duration }: Offered['employee_roles'][number]): string =>
  !is_budgeted
    ? 'No budget'
    : budget_value === null
      ? 'Budget without a limit'
      : `${formatMoney(budget_value)} each ${countText(budget_duration ?? 0, 'month')}`;

const rank = (role: string): number => (clientRoles as readonly string[]).indexOf(role);

/** The highest system role that a person’s employee roles suggest and the caller may give, with the employee role that does. */
function suggestionOf(chosen: readonly Offered['employee_roles'][number][], ownRank: number): { by: string; role: RoleFlag } | null {
  const flagged = chosen.flatMap(({ name, flags }) => flags.filter((flag) => rank(flag) <= ownRank).map((role) => ({ by: name, role })));
  return flagged.sort((one, other) => rank(other.role) - rank(one.role))[0] ?? null;
}

function Details({ stored, offered }: { stored: Person | undefined; offered: Offered }) {
  const screens = usePeopleScreens();
  const { role: ownRole, can } = useSession();
  const isPhone = useIsPhone();
  const isClients = screens.accountId === undefined;
  const added = useRef<AddedPerson | null>(null);
  const start = useStartOrder(added);
  /** The new person is added to order for them at once. */
  const isForOrder = useRef(false);
  const setForOrder = (is: boolean): void => {
    isForOrder.current = is;
  };
  const [isWhole, setIsWhole] = useState(false);
  const form = useForm({
    schema: personChange,
    record: stored ?? beginning(offered),
    valuesOf,
    input: ({ role, email, access, password, password_confirmation, ...values }) => ({
      ...values,
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
    success: 'User has been saved',
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
  // A person keeps a site that the caller may not give.
  const held = (stored?.sites ?? []).filter(({ id }) => !offered.sites.some((site) => site.id === id));
  const ownRank = ownRole === 'super' ? rank('client_admin') : rank(ownRole);
  const chosenRoles = offered.employee_roles.filter(({ id }) => values.employee_roles.includes(id));
  const suggestion = suggestionOf(chosenRoles, ownRank);
  const isSuggested = suggestion !== null && suggestion.role !== values.role;
  // A starter is added on a phone with few fields; the others are one press away.
  const isStarter = isPhone && !stored && isClients;
  const showsAll = !isStarter || isWhole;

  const names = (
    <>
      <div className="person-names">
        <TextField label="Forenames" required autoComplete="off" {...form.field('forenames')} />
        <TextField label="Surname" required autoComplete="off" {...withMessage(form.field('surname'), same.surname)} />
      </div>
      {same.match && (
        <DuplicateCard
          key={same.match.id}
          match={same.match}
          read={readPerson(screens.accountId)}
          sites={[...offered.sites].sort((one, other) => Number(values.sites.includes(other.id)) - Number(values.sites.includes(one.id)))}
          chosen={values.sites.length}
          onOther={same.setOther}
          onFound={(id) => {
            form.giveUp();
            void navigate(screens.edit(id), { replace: true });
          }}
        />
      )}
    </>
  );
  const email = (
    <TextField
      label="Email"
      type="email"
      autoComplete="off"
      required={values.role !== 'employee'}
      hint={values.role === 'employee' ? 'Leave it empty for somebody who never signs in' : undefined}
      {...withMessage(form.field('email'), same.email)}
    />
  );
  const access = values.email !== '' && (
    <>
      <Select label="Password" options={stored ? changes : ways} {...form.field('access')} />
      {values.access === 'password' && (
        <>
          <TextField label={stored ? 'New password' : 'Their password'} type="password" autoComplete="new-password" {...form.field('password')} />
          <TextField label="Repeat it" type="password" autoComplete="new-password" {...form.field('password_confirmation')} />
        </>
      )}
    </>
  );
  const numbers = (
    <>
      <TextField label="Employee number" autoComplete="off" {...withMessage(form.field('employee_number'), same.employee_number)} />
      <TextField label="Phone" type="tel" autoComplete="off" {...form.field('contact_phone')} />
      <Select label="Sex" placeholder="Not set" options={sexes} {...form.field('sex')} />
    </>
  );
  const days = (
    <>
      <TextField label="First day" type="date" {...form.field('started_on')} />
      <TextField label="Last day" type="date" {...form.field('leaves_on')} />
    </>
  );
  const role = (
    <Select
      label="Role"
      required
      options={clientRoles.slice(0, ownRank + 1).map((value) => ({ value, label: roleLabels[value] }))}
      hint={
        isSuggested && (
          <>
            {suggestion.by} suggests {roleLabels[suggestion.role]}.{' '}
            <button type="button" className="link" onClick={() => form.fill({ role: suggestion.role })}>
              Choose it
            </button>
          </>
        )
      }
      {...form.field('role')}
    />
  );
  const flags = (
    <>
      {can('supervise_orderers') && <Tick {...form.tick('is_supervised_orderer')}>Their orders are approved first</Tick>}
      <Tick {...form.tick('can_view_restricted_products')}>May order restricted items</Tick>
    </>
  );
  const work = (
    <>
      <TickList className="of-sites" legend="Sites" none="There are no sites." offered={[...offered.sites, ...held]} {...form.control('sites')} />
      <TickList
        legend="Employee roles"
        none="There are no roles."
        offered={offered.employee_roles.map((one) => ({ ...one, note: budgetOf(one) }))}
        {...form.control('employee_roles')}
      />
      <TickList legend="Clothing sets" none="There are no clothing sets." offered={offered.clothing_sets} {...form.control('clothing_sets')} />
    </>
  );
  const isAnswerable = same.setOther !== null || same.match?.can_restore || same.match?.can_pull;
  const question = isAnswerable ? `First say whether it is the same ${first || 'person'}.` : 'Enter another email address.';
  const waits = !form.isDirty ? 'Nothing is entered yet.' : same.match ? question : null;

  return (
    <FormPage
      form={form}
      stored={stored && { archived: false }}
      title={stored?.name ?? 'New employee'}
      back={screens.list}
      sub={screens.companyName}
      actions={stored && <PersonActions person={stored} screens={screens} />}
      submit={
        stored ? undefined : !isClients ? (
          <Submit form={form} block={isPhone} busyText="Saving" waits={waits}>
            Save
          </Submit>
        ) : (
          <>
            <Submit form={form} block={isPhone} busyText="Adding" waits={waits} onClick={() => setForOrder(true)}>
              {first ? `Add ${first} and order` : 'Add and order'}
            </Submit>
            <Submit form={form} block={isPhone} look={isPhone ? 'quiet' : 'plain'} disabled={waits !== null} onClick={() => setForOrder(false)}>
              Add without an order
            </Submit>
          </>
        )
      }
    >
      {isStarter ? (
        <>
          <FieldGroup title="Person">
            {names}
            {email}
            {access}
          </FieldGroup>
          <FieldGroup title="Work">{work}</FieldGroup>
          <FieldGroup title="More">
            {(showsAll || isSuggested || values.role !== 'employee') && role}
            {showsAll ? (
              <>
                {flags}
                {numbers}
                {days}
              </>
            ) : (
              <Button look="quiet" className="person-more" onClick={() => setIsWhole(true)}>
                Number, phone and more
              </Button>
            )}
          </FieldGroup>
        </>
      ) : (
        <>
          <FieldGroup title="Person">
            {names}
            {email}
            {numbers}
          </FieldGroup>
          <FieldGroup title="Access">
            {role}
            {access}
            {flags}
          </FieldGroup>
          <FieldGroup title="Work">
            {days}
            {work}
          </FieldGroup>
        </>
      )}
    </FormPage>
  );
}

const sexes = [
  { value: 'f', label: 'Female' },
  { value: 'm', label: 'Male' },
];
