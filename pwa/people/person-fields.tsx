import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { roleLabels } from '../../shared/roles.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Banner } from '../ui/banner.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { changes, ways } from './access-ways.ts';
import { readPerson } from './client.ts';
import { DuplicateCard } from './duplicate-card.tsx';
import type { PersonFormState } from './use-person-form.ts';
import { withMessage } from './with-message.ts';

interface FieldsProps {
  person: PersonFormState;
}

/** Shows an existing person who may be the same as the person being added. */
export function SamePerson({ person, ...words }: FieldsProps & { title?: string | undefined; they?: string }) {
  const { form, same, pullSites, screens, offered, goTo } = person;
  return (
    same.match && (
      <DuplicateCard
        {...words}
        key={same.match.id}
        match={same.match}
        read={readPerson(screens.accountId)}
        sites={offered.sites.filter(({ id }) => pullSites.includes(id))}
        chosen={offered.sites.filter(({ id }) => form.values.sites.includes(id)).map(({ name }) => name)}
        onOther={same.setOther}
        onFound={goTo}
      />
    )
  );
}

/** How somebody gets a password, if they have an email address. */
export function AccessFields({ person: { form, stored } }: FieldsProps) {
  const { email, access } = form.values;
  return (
    email !== '' && (
      <>
        <Select label="Password" options={stored ? changes : ways} hint={access === 'invite' && mailWaits()} {...form.field('access')} />
        {access === 'password' && (
          <>
            <TextField label={stored ? 'New password' : 'Their password'} type="password" autoComplete="new-password" {...form.field('password')} />
            <TextField label="Repeat it" type="password" autoComplete="new-password" {...form.field('password_confirmation')} />
          </>
        )}
      </>
    )
  );
}

/** A person's number, phone and sex. */
export const NumberFields = ({ person: { form, same } }: FieldsProps) => (
  <>
    <TextField label="Employee number" autoComplete="off" {...withMessage(form.field('employee_number'), same.employee_number)} />
    <TextField label="Phone" type="tel" autoComplete="off" {...form.field('contact_phone')} />
    <Select label="Sex" placeholder="Not set" options={sexes} {...form.field('sex')} />
  </>
);

const sexes = [
  { value: 'f', label: 'Female' },
  { value: 'm', label: 'Male' },
];

/** A person's first and last day, and their hours. */
export const DayFields = ({ person: { form } }: FieldsProps) => (
  <>
    <DateField label="First day" {...form.field('started_on')} />
    <DateField label="Last day" hint="From this day on nothing new is ordered for them." {...form.field('leaves_on')} />
    <DateField
      label="Agreed to deductions on"
      hint="For items that do not come back. Empty if they have not agreed."
      {...form.field('deduction_consent_on')}
    />
    <TextField label="Hours (% of full time)" inputMode="numeric" autoComplete="off" {...form.field('allowance_percent')} />
  </>
);

/** The field for the system role, with the role that an employee role suggests. */
export const RoleField = ({ person: { form, roles, suggestion } }: FieldsProps) => (
  <Select
    label="Role"
    required
    options={roles.map((value) => ({ value, label: roleLabels[value] }))}
    hint={
      suggestion && (
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

/** The tick boxes for approval of a person's orders and for restricted items. */
export const FlagTicks = ({ person: { form, mayGiveSupervision } }: FieldsProps) => (
  <>
    {mayGiveSupervision && <Tick {...form.tick('is_supervised_orderer')}>Their orders are approved first</Tick>}
    <Tick {...form.tick('can_view_restricted_products')}>May order restricted items</Tick>
  </>
);

/** The chosen clothing sets that are excluded at every chosen site: nothing in them could be ordered for this person. */
export const KeptSets = ({ person: { form, offered } }: FieldsProps) => {
  const { sites, clothing_sets } = form.values;
  const excludedSets = offered.clothing_sets.filter(
    ({ id, excluded_sites }) => clothing_sets.includes(id) && sites.length > 0 && sites.every((site) => excluded_sites.includes(site)),
  );
  if (excludedSets.length === 0) return null;
  const names = offered.sites.filter(({ id }) => sites.includes(id)).map(({ name }) => name);
  return (
    <Banner tone="warn">
      {messages.set_kept_from(
        excludedSets.map(({ name }) => name),
        listText(names),
      )}{' '}
      Choose another site or clothing set, or send the order to a site that has it.
    </Banner>
  );
};

/** The clothing sets from which a person may order. */
export const SetsList = ({ person: { form, offered } }: FieldsProps) => (
  <TickList legend="Clothing sets" none="There are no clothing sets." offered={offered.clothing_sets} {...form.control('clothing_sets')} />
);
