import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import { limits } from '../../shared/limits.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readOpen } from './client.ts';

interface Step {
  label: string;
  /** Why people cannot order without it; false where nothing is missing. */
  missing: string | false;
  /** The last part of the address of the screen where it is added. */
  screen?: string;
}

/** What an account needs before its people can order, first to last. */
const steps = ({ counts, invoice_address, skip_invoice }: AccountDetails): Step[] => [
  { label: countText(counts.sites_count, 'site'), missing: counts.sites_count === 0 && 'An order needs a site that it goes to.', screen: 'sites' },
  { label: countText(counts.users_count, 'user'), missing: counts.users_count === 0 && 'Nobody can order yet.' },
  { label: countText(counts.clothing_sets_count, 'clothing set'), missing: counts.clothing_sets_count === 0 && 'There is nothing to order yet.' },
  { label: countText(counts.employee_roles_count, 'employee role'), missing: false, screen: 'employee-roles' },
  {
    label: 'Invoice address',
    missing: !invoice_address && !skip_invoice && 'Its invoices have no address.',
  },
];

/** What there is of an account, what it lacks for ordering, and what is not finished. */
export function AccountOverview({ account }: { account: AccountDetails }) {
  const open = useQuery({ queryKey: ['accounts', 'open', account.id], queryFn: ({ signal }) => readOpen(account.id, signal) });
  const all = steps(account);
  const missing = all.filter((step) => step.missing);
  const [next] = missing;
  return (
    <section className="card overview" aria-label="Overview">
      <header>
        <h2>{next ? 'Not ready to order' : 'Ready to order'}</h2>
        {next && <span className="push note">{missing.length} missing</span>}
      </header>
      <ul className="rows">
        {all.map((step) => (
          <li key={step.label}>
            <div className="grow">
              <p>{step.screen ? <Link to={`/admin/accounts/${account.id}/${step.screen}`}>{step.label}</Link> : step.label}</p>
              {step.missing && <p className="note">{step.missing}</p>}
            </div>
            {step.missing && <Badge tone="warn">{step === next ? 'Next' : 'Missing'}</Badge>}
          </li>
        ))}
      </ul>
      <div className="in-card">
        <Loaded query={open} noun="open orders" waiting={<SkeletonText lines={2} />}>
          {({ orders, returns, drafts, requests }) => (
            <dl className="facts">
              <dt>Open orders</dt>
              <dd>{bounded(orders)}</dd>
              <dt>Requests</dt>
              <dd>{bounded(requests)}</dd>
              <dt>Drafts</dt>
              <dd>{bounded(drafts)}</dd>
              <dt>Open returns</dt>
              <dd>{bounded(returns)}</dd>
            </dl>
          )}
        </Loaded>
      </div>
    </section>
  );
}

/** The length of a list that may have been cut off. */
const bounded = ({ length }: readonly unknown[]): string => (length >= limits.open_records ? `${length} or more` : String(length));
