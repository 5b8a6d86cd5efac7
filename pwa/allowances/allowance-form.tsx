import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type Allowance, allowanceChange, allowanceFaults } from '../../shared/allowances/allowance.ts';
import { allowanceSentences, overText } from '../../shared/allowances/allowance-words.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { FormPage } from '../ui/form-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { AllowanceActions } from './allowance-actions.tsx';
import { AllowanceFields } from './allowance-fields.tsx';
import { fieldOfPart, hasSpecialRules, inputOf, valuesOf, wordsOf } from './allowance-values.ts';
import './allowances.css';
import { type Preview, readAllowance, saveAllowance } from './client.ts';
import { PreviewCard } from './preview-card.tsx';
import { SpecialFields } from './special-fields.tsx';
import { useAllowanceScreens, useRolesAndSets } from './use-allowance-screens.ts';
import { useCategories } from './use-categories.ts';
import { usePreview } from './use-preview.ts';

/** How many people the question before saving names. */
const NAMED = 5;

/** An allowance of a client: a new one, or a stored one whose terms change from a day on. */
export function AllowanceForm() {
  const { company, list } = useAllowanceScreens();
  const { id } = useParams();
  if (id === 'new') return <Details stored={undefined} />;
  return (
    <RecordPage title="Allowance" back={list} queryKey={['allowances', 'one', company]} read={readAllowance(company)}>
      {(allowance) => <Details stored={allowance} />}
    </RecordPage>
  );
}

function Details({ stored }: { stored: Allowance | undefined }) {
  const { company, isOffice, accountName, list } = useAllowanceScreens();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const [today] = useState(() => ukDate(new Date().toISOString()));
  const offered = useRolesAndSets(company);
  const categories = useCategories(company);
  const preview = usePreview(company, stored?.id);
  const form = useForm({
    schema: allowanceChange,
    record: stored ?? {},
    valuesOf: (of: Partial<Allowance>) => valuesOf(of, today),
    input: inputOf,
    fieldOf: fieldOfPart,
    check: (values) => {
      const input = inputOf(values);
      const faults = Object.entries(allowanceFaults(input, today)).map(([part, message]) => [fieldOfPart(part, values), message]);
      const isInvalidMoney = values.unit === 'pence' && !Number.isInteger(input.amount);
      return { ...Object.fromEntries(faults), ...(isInvalidMoney && { amount: messages.amount_invalid }) };
    },
    confirm: async (input) => {
      const result = await preview.run(input);
      return result === null || result.over_total === 0 || ask({ ...overQuestion(result, input.unit), action: 'Save it', keep: 'Go back' });
    },
    send: saveAllowance(company, stored?.id),
    success: ({ name }) => `Allowance ${name} has been saved`,
    refresh: [['allowances'], ['wearer']],
    onSaved: () => void navigate(list),
  });
  const names = { employee_roles: offered.employee_roles, clothing_sets: offered.clothing_sets, categories };
  const sentences = allowanceSentences(wordsOf(form.values, names));
  return (
    <FormPage
      form={form}
      stored={stored}
      title={stored?.name ?? 'New allowance'}
      back={list}
      sub={isOffice ? accountName : undefined}
      actions={stored && <AllowanceActions company={company} allowance={stored} roles={offered.employee_roles} onEnded={() => void navigate(list)} />}
      beside={
        <div className="stack allowance-beside">
          <section className="card" aria-labelledby="allowance-meaning">
            <header>
              <h2 id="allowance-meaning">What this means</h2>
            </header>
            <div className="in-card flow allowance-sentence">
              {sentences.map((sentence, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has its place only
                <p key={place} className={place === 0 ? 'strong' : undefined}>
                  {sentence}
                </p>
              ))}
            </div>
          </section>
          <PreviewCard form={form} preview={preview} />
          {dialog}
        </div>
      }
    >
      <AllowanceFields form={form} company={company} isOffice={isOffice} offered={offered} categories={categories} />
      <SpecialFields form={form} isOpenAtFirst={hasSpecialRules(form.values)} today={today} />
    </FormPage>
  );
}

/** The question before an allowance is saved of which some people have had more already. */
function overQuestion({ people, over, over_total }: Preview, unit: Allowance['unit']) {
  return {
    title: `${over_total} of ${countText(people, 'person', 'people')} ${over_total === 1 ? 'has' : 'have'} had more already`,
    body: (
      <>
        <ul>
          {over.slice(0, NAMED).map((person) => (
            <li key={person.id}>
              {person.name}: {overText(unit, person)}
            </li>
          ))}
        </ul>
        {over_total > NAMED && <p>And {over_total - NAMED} more.</p>}
        <p>They keep what they have. What they order next counts as more than the allowance.</p>
      </>
    ),
  };
}
