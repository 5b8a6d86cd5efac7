import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import { type AccountSetup, judgeSetup, type SetupStep, type StepState } from '../../shared/accounts/account-setup.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { listText } from '../../shared/list-text.ts';
import { InviteDialog } from '../api/invite-dialog.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button, ButtonLink, type ButtonLook } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { focusField } from '../ui/field-name.ts';
import { SetupSteps, type StepLook } from '../ui/setup-steps.tsx';
import type { UninvitedPerson } from './client.ts';
import { FirstSiteButton } from './first-site-button.tsx';
import { InviteButton } from './invite-button.tsx';

interface SetupCardProps {
  account: AccountDetails;
  setup: AccountSetup;
}

interface StepProps extends SetupCardProps {
  /** Shows these people and invites them after a confirmation. */
  invite: (people: readonly UninvitedPerson[]) => void;
}

/** A step of the set-up: its title, its text, and a button that opens another screen, focuses a field of this screen, or acts at once. */
interface Step {
  title: string;
  text: ReactNode;
  action: { label: string; to: string } | { label: string; field: string } | ((look: ButtonLook) => ReactNode);
}

const people = (count: number): string => countText(count, 'person', 'people');

/** The subject and verb of a sentence: "Dock has", "Dock, Store and 3 more have". */
function namesHave(named: readonly { name: string }[], count: number): string {
  const more = count - named.length;
  const words = [...named.map(({ name }) => name), ...(more > 0 ? [`${formatCount(more)} more`] : [])];
  return `${listText(words)} ${count === 1 ? 'has' : 'have'}`;
}

/** A sentence, in a warning colour, that says why an account is not ready. */
const Missing = ({ children }: { children: ReactNode }) => <strong className="t-warn">{children}</strong>;

function sitesStep({ account, setup: { facts, sites_without_people } }: SetupCardProps): Omit<Step, 'title'> {
  const screen = `/admin/accounts/${account.id}/sites`;
  if (facts.sites === 0) {
    const create = { label: 'Create a site', to: `${screen}/create` };
    const { invoice_address } = account;
    if (!invoice_address) return { text: 'An order needs a site that it goes to.', action: create };
    return {
      text: (
        <>
          An order needs a site that it goes to. <Link to={create.to}>{create.label}</Link>, or use {addressLines(invoice_address).join(', ')}.
        </>
      ),
      action: (look) => <FirstSiteButton account={{ ...account, invoice_address }} look={look} />,
    };
  }
  const isPart = facts.people > 0 && facts.sites_without_people > 0;
  return {
    text: (
      <>
        {countText(facts.sites, 'site')}.{isPart && <Missing> {namesHave(sites_without_people, facts.sites_without_people)} no people.</Missing>}
      </>
    ),
    action: { label: 'View sites', to: screen },
  };
}

function rolesStep({ account, setup: { facts, roles_without_value } }: SetupCardProps): Omit<Step, 'title'> {
  const screen = `/admin/accounts/${account.id}/employee-roles`;
  if (facts.employee_roles === 0)
    return { text: 'None yet. A role carries a budget for each of its people.', action: { label: 'Create a role', to: `${screen}#role=new` } };
  const roles = countText(facts.employee_roles, 'role');
  const [first] = roles_without_value;
  if (first)
    return {
      text: (
        <>
          {roles}. <Missing>{namesHave(roles_without_value, facts.roles_without_value)} no budget value</Missing>, so nothing limits{' '}
          {facts.roles_without_value === 1 ? 'it' : 'them'}.
        </>
      ),
      action: { label: 'Set a value', to: `${screen}#role=${first.id}` },
    };
  if (facts.binds_self_orders && facts.budgeted_roles === 0)
    return {
      text: (
        <>
          {roles}. <Missing>None has a budget</Missing>, although budgets bind people who order for themselves.
        </>
      ),
      action: { label: 'View roles', to: screen },
    };
  return {
    text: `${roles}, ${facts.budgeted_roles === 0 ? 'none' : formatCount(facts.budgeted_roles)} with a budget.`,
    action: { label: 'View roles', to: screen },
  };
}

function setsStep({ account, setup: { facts, empty_sets, unworn_sets } }: SetupCardProps): Omit<Step, 'title'> {
  const screen = `/admin/accounts/${account.id}/catalogue`;
  if (facts.clothing_sets === 0) return { text: 'There is nothing to order yet.', action: { label: 'Create a set', to: `${screen}#set=new` } };
  const sets = countText(facts.clothing_sets, 'set');
  const [empty] = empty_sets;
  const [unworn] = unworn_sets;
  if (empty)
    return {
      text: (
        <>
          {sets}. <Missing>{namesHave(empty_sets, facts.empty_sets)} no products.</Missing>
        </>
      ),
      action: { label: 'Add products', to: `${screen}#clothing_set_id=${empty.id}` },
    };
  const contents = `${sets}, ${countText(facts.products, 'product')}.`;
  if (unworn && facts.people > 0)
    return {
      text: (
        <>
          {contents} <Missing>{namesHave(unworn_sets, facts.unworn_sets)} no people.</Missing>
        </>
      ),
      action: { label: 'View set', to: `${screen}#clothing_set_id=${unworn.id}` },
    };
  return { text: contents, action: { label: facts.clothing_sets === 1 ? 'View set' : 'View sets', to: screen } };
}

function pricesStep({ account, setup: { facts, unpriced_products } }: SetupCardProps): Omit<Step, 'title'> {
  const screen = `/admin/accounts/${account.id}/catalogue`;
  const [first] = unpriced_products;
  if (facts.products === 0) return { text: 'They follow from the products of its sets.', action: { label: 'View sets', to: screen } };
  if (!first) return { text: `${countText(facts.products, 'product')}, each with a price.`, action: { label: 'View prices', to: screen } };
  return {
    text: <Missing>{namesHave(unpriced_products, facts.unpriced_products)} no price.</Missing>,
    action: { label: 'Set a price', to: `${screen}#clothing_set_id=${first.clothing_set_id}` },
  };
}

function embroidererStep({ setup: { facts, unstitched_sets, embroiderers } }: SetupCardProps): Omit<Step, 'title'> {
  const [first, second] = embroiderers;
  const assign = { label: 'Assign', to: first && !second ? `/admin/users/${first.id}/edit` : '/admin/users#role=embroiderer' };
  if (facts.decorated_sets === 0) return { text: 'No set is decorated.', action: { label: 'View embroiderers', to: assign.to } };
  if (facts.unstitched_sets === 0)
    return { text: `${countText(facts.decorated_sets, 'decorated set')}, each with an embroiderer.`, action: { ...assign, label: 'View' } };
  return {
    text: <Missing>{namesHave(unstitched_sets, facts.unstitched_sets)} decorations and no embroiderer.</Missing>,
    action: first ? assign : { label: 'Add an embroiderer', to: '/admin/users/create' },
  };
}

function peopleStep({ account, setup: { facts } }: SetupCardProps): Omit<Step, 'title'> {
  const screen = `/admin/accounts/${account.id}/employees`;
  if (facts.people === 0)
    return {
      text: (
        <>
          Nobody can order yet. <Link to={`/admin/imports/new?account=${account.id}`}>Import people from a file</Link>, or add them one by one.
        </>
      ),
      action: { label: 'Add a person', to: `${screen}/create` },
    };
  const { incomplete_people: incomplete, people_without_site, people_without_set } = facts;
  if (incomplete === 0)
    return { text: `${people(facts.people)}, each with a site and a clothing set.`, action: { label: 'View people', to: screen } };
  const view = (show: string): string => `${screen}#show=${show}`;
  const verb = (count: number): string => (count === 1 ? 'has' : 'have');
  return {
    text: (
      <>
        {people(facts.people)}.{' '}
        {people_without_site > 0 && (
          <Link to={view('no_site')}>
            {formatCount(people_without_site)} {verb(people_without_site)} no site
          </Link>
        )}
        {people_without_site > 0 && people_without_set > 0 && ', '}
        {people_without_set > 0 && (
          <Link to={view('no_clothing_set')}>
            {formatCount(people_without_set)} {verb(people_without_set)} no clothing set to order from
          </Link>
        )}
        .
      </>
    ),
    action: { label: `Complete ${people(incomplete)}`, to: view(people_without_set > 0 ? 'no_clothing_set' : 'no_site') },
  };
}

function signInsStep({ account, setup: { facts }, invite }: StepProps): Omit<Step, 'title'> {
  const screen = `/admin/accounts/${account.id}/employees`;
  const { people_with_email, signed_in_people, uninvited_people } = facts;
  if (facts.people === 0) return { text: 'Whoever is added can get an invitation by email.', action: { label: 'View people', to: screen } };
  const waiting = people_with_email - signed_in_people - uninvited_people;
  const unreachable = facts.people - people_with_email;
  return {
    text: [
      `${formatCount(signed_in_people)} of ${formatCount(people_with_email)} have signed in.`,
      uninvited_people > 0 && `${formatCount(uninvited_people)} ${uninvited_people === 1 ? 'is' : 'are'} not invited yet.`,
      waiting > 0 && `${people(waiting)} did not use ${waiting === 1 ? 'the' : 'their'} invitation yet.`,
      unreachable > 0 && `${people(unreachable)} ${unreachable === 1 ? 'has' : 'have'} no email address.`,
    ]
      .filter(Boolean)
      .join(' '),
    action:
      uninvited_people > 0
        ? (look) => <InviteButton accountId={account.id} count={uninvited_people} look={look} onRead={invite} />
        : { label: 'View people', to: screen },
  };
}

function addressStep({ account: { invoice_address }, setup: { facts } }: SetupCardProps): Omit<Step, 'title'> {
  const field = 'invoice_address.address_line_1';
  if (!facts.is_invoiced) return { text: 'It is not invoiced.', action: { label: 'View address', field } };
  if (!invoice_address) return { text: <Missing>Its invoices have no address.</Missing>, action: { label: 'Enter it', field } };
  return { text: addressLines(invoice_address).join(', '), action: { label: 'View address', field } };
}

const steps: Record<SetupStep, { title: string; of: (props: StepProps) => Omit<Step, 'title'> }> = {
  sites: { title: 'Sites', of: sitesStep },
  employee_roles: { title: 'Employee roles and budgets', of: rolesStep },
  clothing_sets: { title: 'Clothing sets', of: setsStep },
  prices: { title: 'Prices', of: pricesStep },
  embroiderer: { title: 'Embroiderer', of: embroidererStep },
  people: { title: 'People', of: peopleStep },
  sign_ins: { title: 'First sign-ins', of: signInsStep },
  invoice_address: { title: 'Invoice address', of: addressStep },
};

/** The look of a step. Of the steps without which the account cannot order, the first incomplete one is *next*; further ones are *later*. */
const lookOf = (state: StepState, isNext: boolean): StepLook => (state === 'todo' ? (isNext ? 'next' : 'later') : state);

/** The set-up of a client: its steps, and the people who are invited from them. Their results stay after the last step is done. */
export function SetupCard(props: SetupCardProps) {
  const [invited, setInvited] = useState<readonly UninvitedPerson[] | null>(null);
  return (
    <>
      <AccountSteps {...props} invite={setInvited} />
      {invited && (
        <InviteDialog
          people={invited.map(({ id, name }) => ({ id: String(id), name }))}
          accountId={String(props.account.id)}
          onClose={() => setInvited(null)}
        >
          <ul className="rows invited">
            {invited.map(({ id, name, email }) => (
              <li key={id}>
                <span className="grow strong cut">{name}</span>
                <span className="note cut">{email}</span>
              </li>
            ))}
          </ul>
        </InviteDialog>
      )}
    </>
  );
}

/**
 * Each step says what is there, what is missing and where to continue. For a client that has ordered, only incomplete steps are shown. Nothing is shown
 * once every step is done.
 */
function AccountSteps(props: StepProps) {
  const { account, setup } = props;
  const judged = judgeSetup(setup.facts);
  const done = judged.filter(({ state }) => state === 'done').length;
  const next = judged.find(({ state }) => state === 'todo');
  if (done === judged.length) return null;
  const openSteps = setup.facts.has_ordered ? judged.filter(({ state }) => state !== 'done') : judged;
  const progress = `${done} of ${judged.length} done`;
  return (
    <section className="card setup-card" aria-labelledby="setup">
      <header>
        <h2 id="setup">{setup.facts.has_ordered ? 'To complete' : `Get ${account.name} ordering`}</h2>
        <span className="push sub nowrap">{progress}</span>
      </header>
      <Bar thin label={progress} parts={[{ share: done / judged.length, tone: 'now' }]} />
      <SetupSteps
        steps={openSteps.map((step) => {
          const { title, of } = steps[step.key];
          const { text, action } = of(props);
          const look = lookOf(step.state, step === next);
          const button = look === 'next' ? 'primary' : look === 'done' ? 'quiet' : 'plain';
          return {
            key: step.key,
            place: judged.indexOf(step) + 1,
            title,
            text,
            look,
            action:
              typeof action === 'function' ? (
                action(button)
              ) : 'to' in action ? (
                <ButtonLink to={action.to} look={button}>
                  {action.label}
                </ButtonLink>
              ) : (
                <Button look={button} onClick={() => focusField(action.field)}>
                  {action.label}
                </Button>
              ),
          };
        })}
      />
    </section>
  );
}
