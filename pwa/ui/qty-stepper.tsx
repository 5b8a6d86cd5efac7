import { useEffect, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface QtyStepperProps {
  value: number;
  /** Whole pieces, never below `min`. Called for each press and when a typed number is left or entered. */
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** Whose count it is: "Allocated, Softshell Jacket L". */
  label: string;
  /** `mini` in dense tables, `xl` for the pick. */
  size?: 'mini' | 'xl';
  /** A typed number was above `max`: it is not taken. Without this it is cut to `max`. */
  onOver?: (typed: number) => void;
  /** A scanner may type while the count has the focus: what it types is a scan, not a count. */
  scanThrough?: boolean;
  /** Shows " / max" beside the count. */
  of?: number;
  disabled?: boolean;
  error?: string | null;
  className?: string;
}

/** Minus, a count that can also be typed, plus. Minus is dead at the least, plus at the most. */
export function QtyStepper({ value, onChange, onOver, scanThrough, min = 0, max, label, size, of, disabled, error, className }: QtyStepperProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that changed from outside replaces what was being typed
  useEffect(() => setTyped(null), [value]);

  const within = (next: number): number => Math.min(Math.max(next, min), max ?? Number.MAX_SAFE_INTEGER);
  const give = (next: number) => {
    setTyped(null);
    if (within(next) !== value) onChange(within(next));
  };
  const settle = () => {
    if (typed === null) return;
    const next = Number.parseInt(typed, 10);
    if (onOver && max !== undefined && next > max) {
      setTyped(null);
      onOver(next);
    } else give(Number.isNaN(next) ? value : next);
  };

  return (
    <fieldset
      className={classNames('step', size, className)}
      aria-label={label}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? '' : undefined}
    >
      <button type="button" aria-label="One less" disabled={disabled || value <= min} onClick={() => give(value - 1)}>
        <Icon name="minus" />
      </button>
      <span className="step-count">
        <input
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          role="spinbutton"
          data-scan-through={scanThrough ? '' : undefined}
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={error ? true : undefined}
          disabled={disabled}
          style={{ width: `${Math.max(String(typed ?? value).length, 1)}ch` }}
          value={typed ?? value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 5))}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            else if (event.key === 'Escape') setTyped(null);
            else if (event.key === 'ArrowUp') give(value + 1);
            else if (event.key === 'ArrowDown') give(value - 1);
            else return;
            if (event.key !== 'Escape' || typed !== null) event.preventDefault();
          }}
        />
        {of !== undefined && <small>/ {of}</small>}
      </span>
      <button type="button" aria-label="One more" disabled={disabled || (max !== undefined && value >= max)} onClick={() => give(value + 1)}>
        <Icon name="plus" />
      </button>
      {error && (
        <span className="sr" id={`${id}-error`}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
