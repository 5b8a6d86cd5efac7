import type { Allowance, AllowanceChange, AllowanceUnit } from '../../shared/allowances/allowance.ts';
import { excessText } from '../../shared/allowances/allowance-words.ts';
import type { FormApi } from '../api/use-form.ts';
import { AppliedFilter } from '../ui/applied-filter.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { FieldGroup } from '../ui/form-page.tsx';
import { Segments } from '../ui/segments.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { anchorLabels, excessLabels, periodChoices, unitLabels } from './allowance-labels.ts';
import { type AllowanceValues, choices } from './allowance-values.ts';
import { findPeople, findStyles, type Named } from './client.ts';

export type AllowanceForm = FormApi<AllowanceValues, AllowanceChange, Partial<Allowance>>;

interface AllowanceFieldsProps {
  form: AllowanceForm;
  company: string;
  isOffice: boolean;
  offered: { employee_roles: readonly Named[]; clothing_sets: readonly Named[] };
  categories: readonly Named[];
}

/** The label of an amount, by the unit of the allowance. */
export const amountLabels: Readonly<Record<AllowanceUnit, string>> = { items: 'Items', points: 'Points', pence: 'Pounds (£)' };

/** The fields that every allowance needs: for whom, how much, how often, of what, and what happens with more. */
export function AllowanceFields({ form, company, isOffice, offered, categories }: AllowanceFieldsProps) {
  const { values } = form;
  const unit = values.unit as AllowanceUnit;
  return (
    <>
      <FieldGroup title="For whom">
        <TextField label="Name" required placeholder="Shirts" {...form.field('name')} />
        <div className="field allowance-choice">
          <span className="label">For</span>
          <Segments
            label="For"
            value={values.whose}
            onChange={(whose) => form.fill({ whose })}
            segments={[
              { value: 'role', label: 'Everybody with a role' },
              { value: 'person', label: 'One person' },
            ]}
          />
        </div>
        {values.whose === 'role' ? (
          <Select
            label="Role"
            required
            placeholder="Choose"
            options={offered.employee_roles.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field('employee_role_id')}
          />
        ) : (
          <Combobox<Named>
            label="Person"
            required
            placeholder="Name"
            search={(text, signal) => findPeople(company, isOffice, text, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            {...form.control('user')}
          />
        )}
      </FieldGroup>
      <FieldGroup title="How much">
        <Select label="Counted in" options={choices.units.map((value) => ({ value, label: unitLabels[value] }))} {...form.field('unit')} />
        <TextField
          label={amountLabels[unit]}
          required
          inputMode={unit === 'pence' ? 'decimal' : 'numeric'}
          autoComplete="off"
          hint={unit === 'points' ? 'The points of a style are set with the product' : undefined}
          {...form.field('amount')}
        />
        <Select label="Period" options={periodChoices} {...form.field('period')} />
        {values.period === 'other' && (
          <TextField label="Months" required inputMode="numeric" hint="1 to 60" autoComplete="off" {...form.field('period_months')} />
        )}
        <Select label="Begins" options={choices.anchors.map((value) => ({ value, label: anchorLabels[value] }))} {...form.field('anchor')} />
        {values.anchor === 'fixed' && <DateField label="First on" required {...form.field('starts_on')} />}
      </FieldGroup>
      <FieldGroup title="What counts">
        <CoverFields form={form} company={company} offered={offered} categories={categories} />
      </FieldGroup>
      <FieldGroup title="If more is ordered">
        <Select
          className="field-row"
          label="Then the order is"
          options={choices.excesses.map((value) => ({ value, label: excessLabels[value] }))}
          hint={excessText[values.when_exceeded as Allowance['when_exceeded']]}
          {...form.field('when_exceeded')}
        />
      </FieldGroup>
    </>
  );
}

/** The products that an allowance covers. */
function CoverFields({ form, company, offered, categories }: Omit<AllowanceFieldsProps, 'isOffice'>) {
  const { values } = form;
  const covers = form.control('covers');
  const styles = form.control('styles');
  return (
    <>
      <div className="field field-row allowance-choice">
        <Segments
          label="What counts"
          value={values.covers}
          onChange={(next) => form.fill({ covers: next })}
          segments={[
            { value: 'some', label: 'Some products' },
            { value: 'all', label: 'Every product' },
          ]}
        />
        {covers.error && <p className="err">{covers.error}</p>}
      </div>
      {values.covers === 'some' && (
        <>
          <TickList legend="Categories" none="There are no categories." offered={categories} {...form.control('categories')} />
          <TickList legend="Clothing sets" none="There are no clothing sets." offered={offered.clothing_sets} {...form.control('clothing_sets')} />
          <div className="field-row flow">
            <Combobox<Named>
              label="Add a style"
              placeholder="Name or code"
              name="styles"
              value={null}
              error={styles.error}
              onChange={(style) => style && !values.styles.some(({ id }) => id === style.id) && styles.onChange([...values.styles, style])}
              search={(text, signal) => findStyles(company, text, signal)}
              itemKey={({ id }) => id}
              itemText={({ name }) => name}
            />
            {values.styles.length > 0 && (
              <div className="chips">
                {values.styles.map(({ id, name }) => (
                  <AppliedFilter key={id} words={name} onRemove={() => styles.onChange(values.styles.filter((one) => one.id !== id))} />
                ))}
              </div>
            )}
          </div>
        </>
      )}
    </>
  );
}
