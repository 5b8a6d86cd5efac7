import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { needsEmail, personChange } from '../../shared/people/person-input.ts';
import { clientRoles, roleLabels } from '../../shared/roles.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { toast } from '../ui/toast.ts';
import { invitePerson, type Offered, type Person, readOffered, readPerson, savePerson } from './client.ts';

const list = '/employees';
const refresh = [['employees'], ['person']];

/** Somebody of the client's own company: a new person, or a stored one. */
export default function PersonForm() {
  const account_id = useSession().who.account?.id ?? 0;
  const offered = useQuery({ queryKey: ['offered-to-people', account_id], queryFn: ({ signal }) => readOffered(account_id, signal) });
  return (
    <RecordPage title="Employee" back={list} queryKey={['person']} read={readPerson}>
      {(person) =>
        offered.data ? (
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

const idsOf = (rows: readonly { id: number }[] = []): number[] => rows.map(({ id }) => id).sort((one, other) => one - other);

const valuesOf = (of: Partial<Person>) => ({
  forenames: of.forenames ?? '',
  surname: of.surname ?? '',
  email: of.email ?? '',
  employee_number: of.employee_number ?? '',
  contact_phone: of.contact_phone ?? '',
  sex: of.sex ?? '',
  role: of.primary_role ?? 'employee',
  sites: idsOf(of.sites),
  employee_roles: idsOf(of.employee_roles),
  clothing_sets: idsOf(of.clothing_sets),
  can_view_restricted_products: of.can_view_restricted_products ?? false,
  is_supervised_orderer: of.is_supervised_orderer ?? false,
  invite: of.id === undefined,
  version: of.version,
});

function Details({ stored, offered }: { stored: Person | undefined; offered: Offered }) {
  const navigate = useNavigate();
  const { role: ownRole, can, who } = useSession();
  const [onlySite, ...otherSites] = offered.sites;
  const form = useForm({
    schema: personChange,
    // Whoever has one site only adds people to that one.
    record: stored ?? (onlySite && otherSites.length === 0 ? { sites: [onlySite] } : {}),
    valuesOf,
    input: ({ role, email, invite, ...values }) => ({
      ...values,
      email,
      roles: [role],
      invite: !stored && invite && email !== '' ? true : undefined,
    }),
    fieldOf: (name) => (name.startsWith('roles') ? 'role' : (/^(sites|employee_roles|clothing_sets)\./.exec(name)?.[1] ?? name)),
    check: ({ role, email, sites }) => ({
      email: needsEmail(role, email) ? messages.email_needed : null,
      sites: role !== 'client_admin' && sites.length === 0 ? messages.sites_needed : null,
    }),
    send: savePerson(stored?.id),
    success: 'User has been saved',
    refresh,
    onSaved: () => void navigate(list),
  });
  const { values } = form;
  // A person keeps a site that the caller may not give.
  const held = (stored?.sites ?? []).filter(({ id }) => !offered.sites.some((site) => site.id === id));
  const givable = clientRoles.slice(0, (clientRoles as readonly string[]).indexOf(ownRole) + 1);

  if (stored && !stored.can.edit)
    return (
      <Page title={stored.name} back={list}>
        <Banner>
          {stored.id === who.user.id ? 'You change your own details in your profile.' : 'You cannot change somebody with a role above your own.'}
        </Banner>
      </Page>
    );
  return (
    <FormPage form={form} stored={stored && { archived: false }} title={stored?.name ?? 'New employee'} back={list} sub={who.account?.name}>
      <FieldGroup title="Person">
        <TextField label="Forenames" required autoComplete="off" {...form.field('forenames')} />
        <TextField label="Surname" required autoComplete="off" {...form.field('surname')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required={values.role !== 'employee'}
          hint={values.role === 'employee' ? 'Leave it empty for somebody who never signs in' : undefined}
          {...form.field('email')}
        />
        {!stored && values.email !== '' && <Tick {...form.tick('invite')}>Send an invitation to choose a password</Tick>}
        <TextField label="Employee number" autoComplete="off" {...form.field('employee_number')} />
        <TextField label="Phone" type="tel" autoComplete="off" {...form.field('contact_phone')} />
        <Select label="Sex" placeholder="Not set" options={sexes} {...form.field('sex')} />
      </FieldGroup>
      <FieldGroup title="Access">
        <Select label="Role" required options={givable.map((value) => ({ value, label: roleLabels[value] }))} {...form.field('role')} />
        {can('supervise_orderers') && values.role !== 'employee' && (
          <Tick {...form.tick('is_supervised_orderer')}>Somebody else approves what they order</Tick>
        )}
        <Tick {...form.tick('can_view_restricted_products')}>Sees restricted items</Tick>
        {stored?.email && <Invite person={stored} />}
      </FieldGroup>
      <FieldGroup title="Work">
        <TickList legend="Sites" none="There are no sites." offered={[...offered.sites, ...held]} {...form.control('sites')} />
        <TickList legend="Employee roles" none="There are no roles." offered={offered.employee_roles} {...form.control('employee_roles')} />
        <TickList legend="Clothing sets" none="There are no clothing sets." offered={offered.clothing_sets} {...form.control('clothing_sets')} />
      </FieldGroup>
    </FormPage>
  );
}

const sexes = [
  { value: 'f', label: 'Female' },
  { value: 'm', label: 'Male' },
];

function Invite({ person }: { person: Person }) {
  const invitation = useWrite({ send: invitePerson(person.id), refresh, onSaved: () => toast(`An invitation is on its way to ${person.email}`) });
  return (
    <div>
      <Button icon="mail" busy={invitation.busy} onClick={() => void invitation.write(undefined)}>
        Send invitation
      </Button>
    </div>
  );
}
