import { useState } from 'react';
import type { AllowanceUnit } from '../../shared/allowances/allowance.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { FieldGroup } from '../ui/form-page.tsx';
import { Tick } from '../ui/tick.tsx';
import { type AllowanceForm, amountLabels } from './allowance-fields.tsx';
import { specialFields } from './allowance-values.ts';
import { StepsField } from './steps-field.tsx';

interface SpecialFieldsProps {
  form: AllowanceForm;
  isOpenAtFirst: boolean;
  /** The UK calendar date. */
  today: string;
}

/** The rules that few allowances need. They are folded away until somebody opens them, or one of them has a fault. */
export function SpecialFields({ form, isOpenAtFirst, today }: SpecialFieldsProps) {
  const { values } = form;
  const { errors } = form.hook.formState;
  const [isOpened, setIsOpened] = useState(isOpenAtFirst);
  const isOpen = isOpened || specialFields.some((name) => errors[name] !== undefined);
  const unit = amountLabels[values.unit as AllowanceUnit];
  const isRolling = values.anchor === 'rolling';
  return (
    <FieldGroup title="Special rules">
      {!isOpen ? (
        <div className="field-row flow">
          <p className="sub">New people in instalments, amounts by hours, a first time without anything, what is carried over, a later start.</p>
          <div>
            <Button aria-expanded={false} onClick={() => setIsOpened(true)}>
              Add special rules
            </Button>
          </div>
        </div>
      ) : (
        <>
          {!isRolling && (
            <StepsField
              legend="Instalments"
              hint="What somebody new has in their first period, in place of the amount."
              from="After months"
              amount={unit}
              add="Add an instalment"
              {...form.control('instalments')}
            />
          )}
          {values.anchor === 'fixed' && values.instalments.length > 0 && (
            <TextField
              className="field-row"
              label="The first period lasts at least (months)"
              inputMode="numeric"
              autoComplete="off"
              hint="It ends with the first new period after that"
              {...form.field('first_period_min_months')}
            />
          )}
          <StepsField
            legend="Bands"
            hint="For part time: the amount from a percentage of full time on. Without bands everybody has their share, rounded up."
            from="From %"
            amount={unit}
            add="Add a band"
            {...form.control('bands')}
          />
          <TextField
            label="Nothing in the first (months)"
            inputMode="numeric"
            autoComplete="off"
            hint="Counted from the first day at work"
            {...form.field('min_service_months')}
          />
          {!isRolling && values.period !== 'once' && (
            <TextField
              label={`Carried over at most (${unit.toLowerCase()})`}
              inputMode="decimal"
              autoComplete="off"
              hint="Of what is not used, into the next period"
              {...form.field('carry_over_max')}
            />
          )}
          <DateField label="These terms apply from" hint="Empty: from today on" min={today} {...form.field('effective_from')} />
          <Tick className="field-row" {...form.tick('counts_rollouts')}>
            Orders of roll-outs count, too
          </Tick>
        </>
      )}
    </FieldGroup>
  );
}
