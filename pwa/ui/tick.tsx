import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { useHeldDuringPress } from './use-held-during-press.ts';

export interface TickProps extends InputHTMLAttributes<HTMLInputElement> {
  children: ReactNode;
  /** A radio button (one of several) instead of a tick box (yes or no). */
  type?: 'checkbox' | 'radio';
  /** Makes the tick green, for finished work instead of a chosen option. */
  done?: boolean;
  error?: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** A tick box or a radio button with its label; both can be pressed. */
export function Tick({ children, type = 'checkbox', done, error: message, className, ...input }: TickProps) {
  const error = useHeldDuringPress(message);
  const id = useId();
  return (
    <div className={className}>
      <label className={classNames('tick', done && 'done')}>
        <input {...input} type={type} aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}-error` : input['aria-describedby']} />
        <span>{children}</span>
      </label>
      {error && (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
