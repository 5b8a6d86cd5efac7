import { useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface QtyStepperProps {
  /** Null if nothing has been counted yet. */
  value: number | null;
  /** Called with a whole number, never below `min`: after each press, and when the person confirms a typed number or leaves the field. */
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** What is counted: "Allocated, Softshell Jacket L". */
  label: string;
  /** The name of the form’s field. With it, an error of the form can move the focus to this field. */
  name?: string;
  /** `mini` in dense tables, `xl` for the pick. */
  size?: 'mini' | 'xl';
  /** Called with a number while it is typed, and with null when the typed number is discarded or accepted. */
  onTyping?: (value: number | null) => void;
  /** Called if a typed number is above `max`; the number is then not accepted. Without this function the number is reduced to `max`. */
  onOver?: (value: number) => void;
  /** Removes the counted line: called instead of `onChange` for a press of minus at 1, and for a typed 0. */
  onRemove?: () => void;
  /** A scanner may type while the count has the focus: its keys are a scan, not a count. */
  scanThrough?: boolean;
  /** Shows " / max" beside the count. */
  of?: number;
  disabled?: boolean;
  error?: string | null;
  className?: string;
}

const MINUS = /[-−–]/;

/** Minus, a count that can also be typed, plus. Minus is disabled at the minimum, plus at the maximum. */
export function QtyStepper({
  value,
  onChange,
  onTyping,
  onOver,
  onRemove,
  scanThrough,
  min = onRemove ? 1 : 0,
  max,
  label,
  name,
  size,
  of,
  disabled,
  error,
  className,
}: QtyStepperProps) {
  const id = useId();
  const [typedText, setTypedText] = useState<string | null>(null);
  // The typed text is also in a ref: when a scan is recognised, its characters are removed and the field is left at once, before anything is
  // rendered.
  const latest = useRef<string | null>(null);
  const setTyped = (next: string | null) => {
    latest.current = next;
    setTypedText(next);
  };
  const [isNegative, setIsNegative] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that changed from outside replaces what was being typed
  useEffect(() => setTyped(null), [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is reported
  useEffect(() => onTyping?.(typedText && !MINUS.test(typedText) ? Number(typedText) : null), [typedText]);

  const within = (next: number): number => Math.min(Math.max(next, min), max ?? Number.MAX_SAFE_INTEGER);
  const give = (next: number) => {
    setTyped(null);
    setIsNegative(false);
    if (within(next) !== value) onChange(within(next));
  };
  const settle = () => {
    const last = latest.current;
    if (last === null) return;
    const next = Number.parseInt(last, 10);
    if (MINUS.test(last)) {
      // A negative number is refused, because without its sign it would be another number.
      setTyped(null);
      setIsNegative(true);
    } else if (onRemove && next === 0) {
      setTyped(null);
      onRemove();
    } else if (onOver && max !== undefined && next > max) {
      setTyped(null);
      onOver(next);
    } else if (Number.isNaN(next)) setTyped(null);
    else give(next);
  };

  const fault = isNegative ? messages.qty_negative : error;
  const removes = onRemove !== undefined && value !== null && value <= 1;
  return (
    <fieldset
      className={classNames('step', size, className)}
      aria-label={label}
      aria-describedby={fault ? `${id}-error` : undefined}
      data-invalid={fault ? '' : undefined}
    >
      <button
        type="button"
        aria-label={removes ? 'Take it off' : 'One less'}
        disabled={disabled || (!removes && (value ?? min) <= min)}
        onClick={() => (removes ? onRemove() : give((value ?? min) - 1))}
      >
        <Icon name={removes ? 'trash' : 'minus'} />
      </button>
      {/* The whole cell is a label, so that a glove that misses the digits still reaches the field. */}
      <label className="step-count">
        <input
          name={name}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          role="spinbutton"
          data-scan-through={scanThrough ? '' : undefined}
          aria-label={label}
          aria-valuenow={value ?? undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={fault ? true : undefined}
          disabled={disabled}
          style={{ width: `${Math.max(String(typedText ?? value ?? '').length, 1)}ch` }}
          value={typedText ?? value ?? ''}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setIsNegative(false);
            setTyped(event.target.value.replace(/[^\d−–-]/g, '').slice(0, 5));
          }}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            else if (event.key === 'Escape') {
              // If the surrounding dialog has handled this Escape, it may ask a question, so the typed text stays.
              // The Escape after a scan is not trusted, and always removes the typed text.
              if (event.isTrusted && event.isDefaultPrevented()) return;
              setTyped(null);
              setIsNegative(false);
            } else if (event.key === 'ArrowUp') give((value ?? min) + 1);
            else if (event.key === 'ArrowDown') give((value ?? min) - 1);
            else return;
            if (event.key !== 'Escape' || typedText !== null) event.preventDefault();
          }}
        />
        {of !== undefined && <small>/ {of}</small>}
      </label>
      <button
        type="button"
        aria-label="One more"
        disabled={disabled || (max !== undefined && (value ?? min) >= max)}
        onClick={() => give((value ?? min) + 1)}
      >
        <Icon name="plus" />
      </button>
      {fault && (
        <span className={isNegative ? 'step-fault' : 'sr'} id={`${id}-error`} role={isNegative ? 'alert' : undefined}>
          {fault}
        </span>
      )}
    </fieldset>
  );
}
