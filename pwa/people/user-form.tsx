import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { userChange } from '../../shared/people/person-input.ts';
import { roleLabels, staffRoles } from '../../shared/roles.ts';
import { afterPersonChange } from '../api/people.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { doneAndMailed, mailText, mailWaits } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Submit } from '../ui/form.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { lastView } from '../ui/list-memory.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type Access, changes, ways } from './access-ways.ts';
import type { Person } from './client.ts';
import { DuplicateCard } from './duplicate-card.tsx';
import './people.css';
import { AccessActions } from './person-actions.tsx';
import { PinCard } from './pin-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { useDuplicates } from './use-duplicates.ts';
import { deleteUser, inviteUser, readAllSets, readUser, saveUser } from './user-client.ts';
import { withMessage } from './with-message.ts';

const list = '/admin/users';
const edit = (id: number): string => `${list}/${id}/edit`;
/** The addresses of an order and of a return in the office. */
const links = { order: (uuid: string): string => `/admin/orders/${uuid}/edit`, return: (id: number): string => `/admin/returns/${id}/edit` };

/** One of the provider’s own people: a new one, or a stored one with their PIN and their sessions. */
export default function UserForm() {
  return (
    <RecordPage title="User" back={list} queryKey={['users', 'one']} read={readUser}>
      {(user) => (user && !user.can.edit ? <ReadOnly user={user} /> : <Details stored={user} />)}
    </RecordPage>
  );
}

/** The page of a person who is archived, or of the signed-in super themself. This page can change neither. */
function ReadOnly({ user }: { user: Person }) {
  const { who } = useSession();
  return (
    <Page
      title={user.name}
      back={list}
      sub={user.is_archived ? <Badge tone="line-only">Archived</Badge> : roleLabels[user.primary_role]}
      actions={user.id !== who.user.id && <UserActions user={user} />}
    >
      <div className="flow person-facts">
        <Banner live={false}>{user.is_archived ? 'They cannot sign in.' : 'You change your own details in your profile.'}</Banner>
      </div>
    </Page>
  );
}

function UserActions({ user }: { user: Person }) {
  const navigate = useNavigate();
  const invitation = useWrite({
    send: (_: undefined, options) => inviteUser(user.id, options),
    success: () => mailText('An invitation', user.email),
    refresh: afterPersonChange,
  });
  return (
    <AccessActions
      person={user}
      resetScreen={`${list}/${user.id}/send-reset`}
      onInvite={() => void invitation.write(undefined)}
      records={links}
      remove={deleteUser}
      onDone={() => void navigate(lastView(list))}
    />
  );
}

const valuesOf = (of: Partial<Person>) => ({
  forenames: of.forenames ?? '',
  surname: of.surname ?? '',
  email: of.email ?? '',
  employee_number: of.employee_number ?? '',
  contact_phone: of.contact_phone ?? '',
  role: of.primary_role ?? 'super',
  clothing_sets: (of.clothing_sets ?? []).map(({ id }) => id).sort((one, other) => one - other),
  is_disabled: of.is_disabled ?? false,
  access: (of.id === undefined ? 'invite' : 'later') as Access,
  password: '',
  password_confirmation: '',
  version: of.version,
});

function Details({ stored }: { stored: Person | undefined }) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const form = useForm({
    schema: userChange,
    record: stored ?? {},
    valuesOf,
    input: ({ role, access, password, password_confirmation, is_disabled, clothing_sets, ...values }) => ({
      ...values,
      roles: [role],
      clothing_sets: role === 'embroiderer' ? clothing_sets : [],
      ...(stored && { is_disabled }),
      ...(access === 'invite' && { invite: true }),
      ...(access === 'password' && { password, password_confirmation }),
    }),
    fieldOf: (name) => (name.startsWith('roles') ? 'role' : name.startsWith('clothing_sets') ? 'clothing_sets' : name),
    send: saveUser(stored?.id),
    success: (_, { invite }) => (invite ? doneAndMailed('User has been saved') : 'User has been saved'),
    refresh: afterPersonChange,
    // The specification requires that saving leads to the address under `/admin`, which shows the same list.
    onSaved: () => void navigate(`/admin${lastView(list).slice(list.length)}`),
  });
  const { values } = form;
  const { forenames, surname, email, employee_number: number } = values;
  const same = useDuplicates(stored ? null : { forenames, surname, email, number }, undefined);
  const first = forenames.trim().split(/\s+/)[0] || 'person';
  const nothing = stored ? 'Nothing is changed yet.' : 'Nothing is entered yet.';
  const waits = !form.isDirty
    ? nothing
    : same.match
      ? same.setOther || same.match.can_restore
        ? `First say whether it is the same ${first}.`
        : same.correction
      : null;
  const sets = useQuery({
    queryKey: ['clothing-sets', 'of-all'],
    queryFn: ({ signal }) => readAllSets(signal),
    enabled: values.role === 'embroiderer',
  });
  return (
    <FormPage
      form={form}
      stored={stored && { archived: false }}
      title={stored?.name ?? 'Create New Super User'}
      back={list}
      sub={stored && roleLabels[stored.primary_role]}
      actions={stored && <UserActions user={stored} />}
      submit={
        <Submit form={form} block={isPhone} busyText="Saving" waits={waits}>
          Save
        </Submit>
      }
      beside={
        stored && (
          <div className="stack">
            {stored.can.set_pin && <PinCard user={stored} />}
            <SessionsCard user={stored} />
          </div>
        )
      }
    >
      <FieldGroup title="Person">
        <TextField label="Forenames" autoComplete="off" {...form.field('forenames')} />
        <TextField label="Surname" autoComplete="off" {...withMessage(form.field('surname'), same.surname)} />
        {same.match && (
          <DuplicateCard
            key={same.match.id}
            match={same.match}
            read={readUser}
            sites={[]}
            chosen={[]}
            onOther={same.setOther}
            onFound={(id) => {
              form.giveUp();
              void navigate(edit(id), { replace: true });
            }}
          />
        )}
        <TextField label="Email" type="email" required autoComplete="off" {...withMessage(form.field('email'), same.email)} />
        <TextField label="Employee number" autoComplete="off" {...withMessage(form.field('employee_number'), same.employee_number)} />
        <TextField label="Phone" type="tel" autoComplete="off" {...form.field('contact_phone')} />
      </FieldGroup>
      <FieldGroup title="Access">
        <Select
          label="Role"
          required
          options={[...staffRoles].reverse().map((value) => ({ value, label: roleLabels[value] }))}
          {...form.field('role')}
        />
        <Select label="Password" options={stored ? changes : ways} hint={values.access === 'invite' && mailWaits()} {...form.field('access')} />
        {values.access === 'password' && (
          <>
            <TextField label={stored ? 'New password' : 'Their password'} type="password" autoComplete="new-password" {...form.field('password')} />
            <TextField label="Repeat it" type="password" autoComplete="new-password" {...form.field('password_confirmation')} />
          </>
        )}
        {stored && <Tick {...form.tick('is_disabled')}>Cannot sign in for now</Tick>}
      </FieldGroup>
      {values.role === 'embroiderer' && (
        <FieldGroup title="Work">
          <Loaded query={sets} noun="clothing sets" waiting={<SkeletonText lines={4} />}>
            {(offered) => (
              <TickList
                className="field-row"
                legend="Clothing sets"
                none="There are no clothing sets."
                offered={offered.map(({ id, name, account }) => ({ id, name, note: account.name }))}
                {...form.control('clothing_sets')}
              />
            )}
          </Loaded>
        </FieldGroup>
      )}
    </FormPage>
  );
}
