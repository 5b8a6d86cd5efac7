import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

const icons = { warn: 'alert', wrong: 'x', done: 'check' } as const satisfies Record<string, IconName>;

/** A sentence across the page, for a fact: the sentence is shown for as long as the fact is true. */
export function Banner({
  tone,
  action,
  children,
  live = true,
}: {
  tone?: 'warn' | 'wrong' | 'done';
  action?: ReactNode;
  children: ReactNode;
  live?: boolean;
}) {
  return (
    <div className={classNames('banner', tone)} role={live ? (tone === 'wrong' ? 'alert' : 'status') : undefined}>
      {tone && <Icon name={icons[tone]} />}
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
