import { limits } from '../../shared/limits.ts';
import { Button, IconButton } from '../ui/button.tsx';
import type { TypedStep } from './allowance-values.ts';

interface StepsFieldProps {
  legend: string;
  hint: string;
  /** The heading of the first column: months, or percent of full time. */
  from: string;
  /** The unit of the amounts. */
  amount: string;
  add: string;
  name: string;
  value: readonly TypedStep[];
  onChange: (next: TypedStep[]) => void;
  error: string | undefined;
  disabled?: boolean;
}

/** A list of amounts, each from a number of months or from a percentage on. */
export function StepsField({ legend, hint, from, amount, add, name, value, onChange, error, disabled = false }: StepsFieldProps) {
  const change = (place: number, part: Partial<TypedStep>): void => onChange(value.map((step, at) => (at === place ? { ...step, ...part } : step)));
  return (
    <fieldset className="field-row allowance-steps" aria-describedby={`${name}-hint${error ? ` ${name}-error` : ''}`}>
      <legend className="label">{legend}</legend>
      <p className="note" id={`${name}-hint`}>
        {hint}
      </p>
      {value.length > 0 && (
        <div className="allowance-step note" aria-hidden="true">
          <span>{from}</span>
          <span>{amount}</span>
        </div>
      )}
      {value.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step that is being typed has nothing else
        <div key={place} className="allowance-step">
          <input
            className="in num"
            inputMode="numeric"
            aria-label={`${legend} ${place + 1}: ${from}`}
            value={step.from}
            onChange={({ target }) => change(place, { from: target.value })}
          />
          <input
            className="in num"
            inputMode="decimal"
            aria-label={`${legend} ${place + 1}: ${amount}`}
            value={step.amount}
            onChange={({ target }) => change(place, { amount: target.value })}
          />
          <IconButton
            icon="x"
            label={`Remove ${legend.toLowerCase()} ${place + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {error && (
        <p className="err" id={`${name}-error`}>
          {error}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon="plus"
          name={name}
          disabled={disabled || value.length >= limits.allowance_steps}
          onClick={() => onChange([...value, { from: '', amount: '' }])}
        >
          {add}
        </Button>
      </div>
    </fieldset>
  );
}
