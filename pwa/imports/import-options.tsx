import {
  type DateOrder,
  type DecimalSign,
  dateOrderLabels,
  dateOrders,
  decimalLabels,
  decimalSigns,
  isDateField,
  isNumberField,
} from '../../shared/imports/reading.ts';
import { limits } from '../../shared/limits.ts';
import { Select, TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import type { FileChoice, UploadOptions } from './upload-draft.ts';

interface ImportOptionsProps {
  type: FileChoice['type'];
  /** The field that each column fills; null for a column that is left out. */
  fields: readonly (string | null)[];
  options: UploadOptions;
  /** The name of the mapping that is used; empty if none is used. */
  mapping_name: string;
  onChange: (part: Partial<UploadOptions>) => void;
}

/** How the values of a file are read, what happens to people who are already in the account, and the name under which the mapping is saved. */
export function ImportOptions({ type, fields, options, mapping_name, onChange }: ImportOptionsProps) {
  return (
    <section className="card" aria-label="Options">
      <header>
        <h2>Options</h2>
      </header>
      <div className="in-card import-options">
        {type === 'employees' && (
          <div className="flow">
            <Tick checked={options.update_employees} onChange={({ target }) => onChange({ update_employees: target.checked })}>
              Change people who are here already
            </Tick>
            <Tick checked={options.complete} onChange={({ target }) => onChange({ complete: target.checked })}>
              The file lists everybody: archive whoever is missing
            </Tick>
            <Tick checked={options.create_missing} onChange={({ target }) => onChange({ create_missing: target.checked })}>
              Make employee roles and clothing sets that do not exist yet
            </Tick>
          </div>
        )}
        {fields.some((field) => field !== null && isNumberField(field)) && (
          <Select
            label="Decimal sign"
            value={options.decimal ?? ''}
            onChange={({ target }) => onChange({ decimal: (target.value || undefined) as DecimalSign | undefined })}
            placeholder="As the file shows"
            hint="A point is used if the numbers do not show it"
            options={decimalSigns.map((sign) => ({ value: sign, label: decimalLabels[sign] }))}
          />
        )}
        {fields.some((field) => field !== null && isDateField(field)) && (
          <Select
            label="Dates"
            value={options.dates ?? ''}
            onChange={({ target }) => onChange({ dates: (target.value || undefined) as DateOrder | undefined })}
            placeholder="As the file shows"
            hint="The day comes first if the dates do not show it"
            options={dateOrders.map((order) => ({ value: order, label: dateOrderLabels[order] }))}
          />
        )}
        <TextField
          label="Save the mapping as"
          value={options.save_as}
          maxLength={limits.name}
          hint={
            mapping_name !== '' && options.save_as.trim() === mapping_name
              ? `${mapping_name} becomes what is chosen here; empty this to leave it as it is`
              : 'Later files with these column names are then mapped without a choice'
          }
          onChange={({ target }) => onChange({ save_as: target.value })}
        />
      </div>
    </section>
  );
}
