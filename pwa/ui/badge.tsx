import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

/**
 * The meaning of each colour: `accent` is next or selected, `warn` waits for a person, `done` is finished, `part` is finished in part, `wrong` is
 * refused or cancelled.
 */
export type Tone = 'plain' | 'accent' | 'warn' | 'part' | 'done' | 'wrong' | 'line-only';

/** A word that a person must notice; its colour only repeats it. */
export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classNames('badge', tone !== 'plain' && tone)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
