import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  selected?: boolean;
  /** `done`: all sized. `warn`: something is missing, with its count. `off`: not offered. */
  state?: 'done' | 'warn' | 'off';
  count?: number;
}

/** One of several things to look at or choose: a wearer, a size, a colour. */
export function Chip({ selected, state, count, className, children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={classNames('chip', !selected && state, className)} aria-pressed={selected ?? false}>
      {state === 'done' && <Icon name="check" />}
      {children}
      {count !== undefined && count > 0 && <span>· {formatted(count, state)}</span>}
    </button>
  );
}

const formatted = (count: number, state: ChipProps['state']) =>
  state === 'warn' ? (
    <>
      {count}
      <span className="sr"> missing</span>
    </>
  ) : (
    count
  );
