import { useState } from 'react';
import type { Offered } from '../api/sites-and-roles.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Tick } from '../ui/tick.tsx';
import { JobChoice } from './job-choice.tsx';
import './people.css';
import { AccessFields, DayFields, FlagTicks, KeptSets, NumberFields, RoleField, SamePerson, SetsList } from './person-fields.tsx';
import { SiteChoice } from './site-choice.tsx';
import { type PersonFormState, usePersonForm } from './use-person-form.ts';
import { withMessage } from './with-message.ts';

interface Pronouns {
  they: string;
  theyAre: string;
  theyHave: string;
  their: string;
  them: string;
}

const neutral: Pronouns = { they: 'They', theyAre: 'They are', theyHave: 'they have', their: 'their', them: 'them' };
const bySex: Record<string, Pronouns> = {
  f: { they: 'She', theyAre: 'She is', theyHave: 'she has', their: 'her', them: 'her' },
  m: { they: 'He', theyAre: 'He is', theyHave: 'he has', their: 'his', them: 'him' },
};

/** The pronouns for a person, by their sex. */
const pronounsOf = (sex: string): Pronouns => bySex[sex] ?? neutral;

/** How many sites are shown as buttons until a site is chosen. */
const USUAL = 3;

/** The form for a new person on a phone: who they are, where they work and in which job. All other fields are one press away. */
export function StarterForm({ offered }: { offered: Offered }) {
  const { who } = useSession();
  const own = who.sites.filter(({ id }) => offered.sites.some((site) => site.id === id));
  const person = usePersonForm(undefined, offered, own[0]?.id);
  const { form, screens, same, first, waits } = person;
  const { values } = form;
  const words = pronounsOf(values.sex);
  const [isWhole, setIsWhole] = useState(false);
  const [hasSeveral, setHasSeveral] = useState({ sites: false, employee_roles: false });
  const [ownSets, setOwnSets] = useState(false);
  /** Lets several sites or jobs be chosen, or only one. After the change to one, only the first choice is kept. */
  const setSeveral = (name: 'sites' | 'employee_roles', is: boolean): void => {
    setHasSeveral({ ...hasSeveral, [name]: is });
    if (!is) form.fill({ [name]: values[name].slice(0, 1) });
  };
  const needsRole = person.suggestion !== null || values.role !== 'employee';
  const hint =
    values.role !== 'employee'
      ? undefined
      : values.email === '' || values.access !== 'invite'
        ? `${words.they} can then send ${words.their} own sizes. Leave it empty if ${words.theyHave} none.`
        : `An invitation goes there. ${words.they} can then send ${words.their} own sizes.`;
  const [problem] = same.problems;

  return (
    <Page
      title="New starter"
      back={screens.list}
      sub={screens.companyName}
      primary={
        <>
          <Submit form={form} block busyText="Adding" waits={waits} onClick={() => person.setForOrder(true)}>
            {first ? `Add ${first} and order for ${words.them}` : 'Add and order'}
          </Submit>
          {!same.match && (
            <Submit form={form} block look="quiet" disabled={waits !== null} onClick={() => person.setForOrder(false)}>
              Add without an order
            </Submit>
          )}
        </>
      }
    >
      <Form form={form} className="starter">
        <div className="person-names">
          <TextField label="Forenames" autoComplete="off" {...form.field('forenames')} />
          <TextField label="Surname" autoComplete="off" {...form.field('surname')} />
        </div>
        <SamePerson person={person} title={problem} they={words.theyAre} />
        <SiteChoice
          {...form.control('sites')}
          offered={offered.sites}
          usual={(own.length > 0 ? own : offered.sites).slice(0, USUAL).map(({ id }) => id)}
          several={hasSeveral.sites}
        />
        {offered.employee_roles.length > 0 && (
          <JobChoice
            {...form.control('employee_roles')}
            offered={offered.employee_roles}
            several={hasSeveral.employee_roles}
            onChange={(employee_roles) => {
              form.fill({ employee_roles, ...(!ownSets && { clothing_sets: usualSets(offered, employee_roles) }) });
            }}
          />
        )}
        <Sets person={person} isOwn={ownSets} setOwn={() => setOwnSets(true)} />
        <KeptSets person={person} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required={values.role !== 'employee'}
          hint={hint}
          {...withMessage(form.field('email'), same.email)}
        />
        {(isWhole || needsRole) && <RoleField person={person} />}
        {isWhole ? (
          <>
            <AccessFields person={person} />
            {offered.sites.length > 1 && (
              <Tick checked={hasSeveral.sites} onChange={({ target }) => setSeveral('sites', target.checked)}>
                Works at several sites
              </Tick>
            )}
            {offered.employee_roles.length > 1 && (
              <Tick checked={hasSeveral.employee_roles} onChange={({ target }) => setSeveral('employee_roles', target.checked)}>
                Has several jobs
              </Tick>
            )}
            <FlagTicks person={person} />
            <NumberFields person={person} />
            <DayFields person={person} />
          </>
        ) : (
          <Button look="quiet" className="person-more" onClick={() => setIsWhole(true)}>
            Number, phone and more
          </Button>
        )}
      </Form>
    </Page>
  );
}

/** The sets that people with these employee roles usually have, or the only set of the company. */
function usualSets({ employee_roles, clothing_sets }: Offered, chosen: readonly number[]): number[] {
  const usual = employee_roles.filter(({ id }) => chosen.includes(id)).flatMap((role) => role.usual?.clothing_sets ?? []);
  const ids = usual.length === 0 && clothing_sets.length === 1 ? clothing_sets.map(({ id }) => id) : usual;
  return [...new Set(ids)].sort((one, other) => one - other);
}

/** Shows the clothing sets that come with the job, in a sentence. If no set comes with the job, or the user pressed Change, lists all sets. */
function Sets({ person, isOwn, setOwn }: { person: PersonFormState; isOwn: boolean; setOwn: () => void }) {
  const { offered, form, chosenRoles } = person;
  const roleSets = usualSets(offered, form.values.employee_roles);
  if (offered.clothing_sets.length < 2 || (offered.employee_roles.length > 0 && chosenRoles.length === 0)) return null;
  if (isOwn || roleSets.length === 0) return <SetsList person={person} />;
  const names = offered.clothing_sets.filter(({ id }) => roleSets.includes(id)).map(({ name }) => name);
  return (
    <p className="sub text-md starter-sets">
      With {names.join(' and ')}, as most in this job.{' '}
      <button type="button" className="link" onClick={setOwn}>
        Change<span className="sr"> clothing sets</span>
      </button>
    </p>
  );
}
