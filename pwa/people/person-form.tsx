import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { roleLabels } from '../../shared/roles.ts';
import { type Offered, readOffered } from '../api/sites-and-roles.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { TextField } from '../ui/field.tsx';
import { Submit } from '../ui/form.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { budgetOf } from './budget-of.ts';
import { type Person, readPerson } from './client.ts';
import { PersonActions } from './person-actions.tsx';
import { AccessFields, DayFields, FlagTicks, KeptSets, NumberFields, RoleField, SamePerson, SetsList } from './person-fields.tsx';
import { StarterForm } from './starter-form.tsx';
import { usePeopleScreens } from './use-people-screens.ts';
import { usePersonForm } from './use-person-form.ts';
import { withMessage } from './with-message.ts';

interface PersonFormProps {
  /** Shown beside the form of a stored person. */
  beside?: ((person: Person) => ReactNode) | undefined;
}

/** Somebody of a client company: a new person, or a stored one. */
export default function PersonForm({ beside }: PersonFormProps) {
  const { accountId, companyId, list } = usePeopleScreens();
  const { id } = useParams();
  // On a phone, a client's new person is added with a short form; one press shows the other fields.
  const isStarter = useIsPhone() && id === undefined && accountId === undefined;
  const offered = useQuery({
    queryKey: ['offered-to-people', companyId, ...(isStarter ? ['usual'] : [])],
    queryFn: ({ signal }) => readOffered(companyId, signal, isStarter),
  });
  return (
    <RecordPage title="Employee" back={list} queryKey={['person', accountId]} read={readPerson(accountId)}>
      {(person) =>
        person && !person.can.edit ? (
          <ReadOnly person={person} />
        ) : offered.data && isStarter ? (
          <StarterForm offered={offered.data} />
        ) : offered.data ? (
          <Details stored={person} offered={offered.data} beside={person && beside?.(person)} />
        ) : (
          <Page title={person?.name ?? (isStarter ? 'New starter' : 'New employee')} back={list}>
            <Loaded query={offered} noun="sites and roles" waiting={<SkeletonText lines={8} />}>
              {() => null}
            </Loaded>
          </Page>
        )
      }
    </RecordPage>
  );
}

/** The page of a person whom the caller cannot change: the caller themself, somebody with a higher role, or an archived person. */
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
function Details({ stored, offered, beside }: { stored: Person | undefined; offered: Offered; beside: ReactNode }) {
  const isPhone = useIsPhone();
  const person = usePersonForm(stored, offered);
  const { form, screens, same, otherSites, first, waits } = person;
  const { role } = form.values;
  return (
    <FormPage
      form={form}
      stored={stored && { archived: false }}
      title={stored?.name ?? 'New employee'}
      back={screens.list}
      sub={screens.companyName}
      actions={stored && <PersonActions person={stored} screens={screens} />}
      beside={beside}
      submit={
        stored ? undefined : !person.isClients ? (
          <Submit form={form} block={isPhone} busyText="Saving" waits={waits}>
            Save
          </Submit>
        ) : (
          <>
            <Submit form={form} busyText="Adding" waits={waits} onClick={() => person.setForOrder(true)}>
              {first ? `Add ${first} and order` : 'Add and order'}
            </Submit>
            <Submit form={form} look="plain" disabled={waits !== null} onClick={() => person.setForOrder(false)}>
              Add without an order
            </Submit>
          </>
        )
      }
    >
      <FieldGroup title="Person">
        <div className="person-names">
          <TextField label="Forenames" autoComplete="off" {...form.field('forenames')} />
          <TextField label="Surname" autoComplete="off" {...withMessage(form.field('surname'), same.surname)} />
        </div>
        <SamePerson person={person} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required={role !== 'employee'}
          hint={role === 'employee' ? 'Leave it empty for somebody who never signs in' : undefined}
          {...withMessage(form.field('email'), same.email)}
        />
        <NumberFields person={person} />
      </FieldGroup>
      <FieldGroup title="Access">
        <RoleField person={person} />
        <AccessFields person={person} />
        <FlagTicks person={person} />
      </FieldGroup>
      <FieldGroup title="Work">
        <DayFields person={person} />
        <TickList
          className="of-sites"
          legend="Sites"
          none="There are no sites."
          offered={[...offered.sites, ...otherSites]}
          {...form.control('sites')}
        />
        <TickList
          legend="Employee roles"
          none="There are no roles."
          offered={offered.employee_roles.map((one) => ({ ...one, note: budgetOf(one) }))}
          {...form.control('employee_roles')}
        />
        <SetsList person={person} />
        <KeptSets person={person} />
      </FieldGroup>
    </FormPage>
  );
}
