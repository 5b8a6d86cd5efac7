import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import type { AccountSetup } from '../../shared/accounts/account-setup.ts';
import { limits } from '../../shared/limits.ts';
import { ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readOpen } from './client.ts';

interface AccountOverviewProps {
  account: AccountDetails;
  setup: AccountSetup;
}

/** Who acts for an account, the requirements of its sites for orders, and the numbers of open orders, requests, drafts and returns. */
export function AccountOverview({ account, setup }: AccountOverviewProps) {
  return (
    <div className="account-overview">
      <Managers account={account} setup={setup} />
      {setup.site_rules.length > 0 && <SiteRules account={account} setup={setup} />}
      <SoFar account={account} setup={setup} />
    </div>
  );
}

function Managers({ account, setup: { managers, sites_without_manager, facts } }: AccountOverviewProps) {
  const screen = `/admin/accounts/${account.id}/employees`;
  return (
    <section className="card" aria-labelledby="managers">
      <header>
        <h2 id="managers">Who acts for them</h2>
      </header>
      {managers.length === 0 ? (
        <p className="in-card sub">Nobody manages this company or a site of it yet.</p>
      ) : (
        <ul className="rows">
          {managers.map(({ id, name, label, contact_phone, email, signed_in_at }) => (
            <li key={id}>
              <div className="grow">
                <Link className="strong cut" to={`${screen}/${id}/edit`}>
                  {name}
                </Link>
                <p className="note small">
                  {label} ·{' '}
                  {signed_in_at ? (
                    <>
                      signed in <DateText value={signed_in_at} form="list" />
                    </>
                  ) : (
                    'not signed in yet'
                  )}
                </p>
              </div>
              {contact_phone && (
                <a className="btn quiet icon" href={`tel:${contact_phone}`} aria-label={`Call ${name}`} title={contact_phone}>
                  <Icon name="phone" />
                </a>
              )}
              {email && (
                <a className="btn quiet icon" href={`mailto:${email}`} aria-label={`Write to ${name}`} title={email}>
                  <Icon name="mail" />
                </a>
              )}
              {!account.is_archived && (
                <ButtonLink to={`/impersonate/take/${id}`} look="quiet" icon="user" iconOnly aria-label={`Impersonate ${name}`} title="Impersonate" />
              )}
            </li>
          ))}
        </ul>
      )}
      {facts.people > 0 && sites_without_manager.count > 0 && (
        <footer>
          <span className="t-warn">
            {sites_without_manager.count === 1 && sites_without_manager.first
              ? `${sites_without_manager.first.name} has no manager`
              : `${countText(sites_without_manager.count, 'site')} have no manager`}
          </span>
          <Link className="push" to={screen}>
            Choose
          </Link>
        </footer>
      )}
    </section>
  );
}

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

function SiteRules({ account, setup: { site_rules, facts } }: AccountOverviewProps) {
  const hasException = site_rules.some(({ inverse_po, inverse_cc }) => inverse_po || inverse_cc);
  return (
    <section className="card" aria-labelledby="site-rules">
      <header>
        <h2 id="site-rules">Rules by site</h2>
      </header>
      <table className="table site-rules">
        <thead>
          <tr>
            <th>Site</th>
            <th>PO</th>
            <th>Cost code</th>
          </tr>
        </thead>
        <tbody>
          {site_rules.map(({ id, name, require_po, require_cc, inverse_po, inverse_cc }) => (
            <tr key={id}>
              <td title={name}>
                <Link className="cut" to={`/admin/accounts/${account.id}/sites/${id}/edit`}>
                  {name}
                </Link>
              </td>
              <td className={inverse_po ? 'strong' : undefined}>{yesOrNo(require_po)}</td>
              <td className={inverse_cc ? 'strong' : undefined}>{yesOrNo(require_cc)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note small below-table">
        {facts.sites > site_rules.length ? (
          <Link to={`/admin/accounts/${account.id}/sites`}>All {facts.sites} sites</Link>
        ) : hasException ? (
          'Bold: turned round for this site'
        ) : (
          'No site differs from the account'
        )}
      </p>
    </section>
  );
}

function SoFar({ account, setup }: AccountOverviewProps) {
  const open = useQuery({ queryKey: ['accounts', 'open', account.id], queryFn: ({ signal }) => readOpen(account.id, signal) });
  const { open_orders, has_ordered } = setup.facts;
  return (
    <section className="card" aria-labelledby="so-far">
      <header>
        <h2 id="so-far">So far</h2>
      </header>
      <div className="in-card">
        <Loaded query={open} noun="open orders" waiting={<SkeletonText lines={4} />}>
          {({ returns, drafts, requests }) => (
            <dl className="facts">
              <dt>Client since</dt>
              <dd>
                <DateText value={setup.created_at} />
              </dd>
              <dt>Open orders</dt>
              <dd>{has_ordered ? <Link to={`/admin/orders#account_id=${account.id}`}>{formatCount(open_orders)}</Link> : 'None yet'}</dd>
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

/** The length of a list as text, with `or more` if the server may have cut the list off. */
const bounded = ({ length }: readonly unknown[]): string => (length >= limits.open_records ? `${length} or more` : String(length));
