import { Link } from 'react-router';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import type { ListedSite } from '../../shared/sites/site.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { useSession } from '../session/use-session.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readSites } from './client.ts';
import { useSiteScreens } from './use-site-screens.ts';

const code = ({ reference_1 }: ListedSite) =>
  reference_1 ? <span className="code">{reference_1}</span> : <span className="note">No Code Supplied</span>;
/** The address on one line, without its postcode. */
const street = ({ delivery_address }: ListedSite): string => addressLines({ ...delivery_address, postcode: '' }).join(', ');

/** The sites of a client, sorted by name. In the office, the client is the account in the address, otherwise the client of the signed-in person. */
export default function SiteList() {
  const { can } = useSession();
  const { accountId, accountName, accountHref, create, edit, people } = useSiteScreens();
  const list = useListState({ orderBy: 'name', per_page: limits.sites_page });
  const name = (site: ListedSite) => (
    <Link className="strong cut" to={edit(site.id)}>
      {site.name}
    </Link>
  );
  const employees = ({ id, name: siteName, counts: { users_count } }: ListedSite) =>
    users_count > 0 ? (
      <Link to={people(id)} aria-label={`${countText(users_count, 'employee')} of ${siteName}`}>
        {formatCount(users_count)}
      </Link>
    ) : (
      0
    );
  return (
    <Page
      title={accountName ?? 'Sites'}
      {...(accountName && { name: `Sites · ${accountName}` })}
      fill
      {...(accountId && { strip: <AccountTabs id={accountId} current="sites" /> })}
      {...(accountHref && { back: accountHref })}
      primary={can('create_sites') && <CreateLink to={create}>Create Site</CreateLink>}
    >
      <DataTable
        noun={['site', 'sites']}
        list={list}
        exports={accountId === undefined ? undefined : { path: `/admin/accounts/${accountId}/sites/export` }}
        queryKey={['sites', 'list', accountId]}
        load={readSites(accountId)}
        searchPlaceholder="Name, code or reference"
        columns={[
          { key: 'code', heading: 'Code', width: 152, orderBy: 'reference_1', cell: code, title: ({ reference_1 }) => reference_1 ?? '' },
          { key: 'name', heading: 'Name', orderBy: 'name', cell: name, title: (site) => site.name },
          { key: 'address', heading: 'Address', minWidth: 200, cell: street, title: street },
          { key: 'postcode', heading: 'Postcode', width: 104, cell: (site) => <span className="code">{site.delivery_address.postcode}</span> },
          { key: 'employees', heading: 'Employees', width: 104, align: 'num', cell: employees },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(site) => `site ${site.name}`}
        rowHref={({ id }) => edit(id)}
        card={(site) => (
          <>
            <div className="line">
              {name(site)}
              <span className="push nowrap text-md">{code(site)}</span>
            </div>
            <p className="sub text-md cut">{street(site)}</p>
            <div className="line sub text-md">
              <span className="code">{site.delivery_address.postcode}</span>
              <span className="push nowrap">{countText(site.counts.users_count, 'employee')}</span>
            </div>
          </>
        )}
        empty="No sites to show"
        emptyHint={<p>Employees belong to sites, and orders are delivered to them.</p>}
      />
    </Page>
  );
}
