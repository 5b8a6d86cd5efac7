import { Link } from 'react-router';
import { type DeadLinkReason, deadLinkMessages, deadLinkReasons } from '../../shared/sizes/size-link.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { SizesPage } from './sizes-page.tsx';

const titles: Record<DeadLinkReason, string> = {
  link_unknown: 'This link does not open',
  link_expired: 'This link is too old',
  link_sized: 'We have your sizes',
  link_cancelled: 'This order was cancelled',
};

const icons: Record<DeadLinkReason, { name: IconName; tone: 'warn' | 'done' | 'wrong' }> = {
  link_unknown: { name: 'alert', tone: 'warn' },
  link_expired: { name: 'clock', tone: 'warn' },
  link_sized: { name: 'check', tone: 'done' },
  link_cancelled: { name: 'x', tone: 'wrong' },
};

/** Why a link cannot be opened, from the server's error. */
export const whyDead = (code: string | undefined): DeadLinkReason => deadLinkReasons.find((why) => why === code) ?? 'link_unknown';

/** The page for a link that cannot be opened: it says why, and nothing about whose link it was. */
export function DeadLink({ why }: { why: DeadLinkReason }) {
  const { name, tone } = icons[why];
  return (
    <SizesPage title={titles[why]}>
      <div className={`sizes-dead t-${tone}`}>
        <Icon name={name} />
        <p>{deadLinkMessages[why]}</p>
      </div>
      <p className="bare-after">
        <Link className="bare-link" to="/orders">
          Sign in to see your orders
        </Link>
      </p>
    </SizesPage>
  );
}
