import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { roleLabels, staffRoles } from '../../shared/roles.ts';
import { Badge } from '../ui/badge.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './people.css';
import { allNames, FirstName, SignedIn } from './person-cells.tsx';
import { type ListedUser, readUsers } from './user-client.ts';

const edit = ({ id }: Pick<ListedUser, 'id'>): string => `/admin/users/${id}/edit`;
const worksOnFloor = ({ primary_role }: ListedUser): boolean => primary_role === 'super' || primary_role === 'warehouse';
const pin = (user: ListedUser) => worksOnFloor(user) && (user.has_pin ? 'Set' : <span className="note">None</span>);

/** The provider’s own people by surname. */
export default function UserList() {
  const list = useListState({ orderBy: 'name', per_page: limits.people_page, filters: ['show', 'role'] });
  const { show = '', role = '' } = list.filters;
  const narrowed = { ...(role && { role }), ...(list.search && { search: list.search }) };
  const { data: counts } = useQuery({
    queryKey: ['users', 'counts', narrowed],
    queryFn: async ({ signal }) => (await readUsers({ ...narrowed, page: 1, per_page: 1, include: 'counts' }, signal)).counts,
    placeholderData: keepPreviousData,
  });
  const name = (user: ListedUser) => (
    <Link className="cut person-name" to={edit(user)}>
      <strong>{user.surname}</strong>, {user.forenames}
    </Link>
  );
  return (
    <Page title="Users" fill primary={<CreateLink to="/admin/users/create">Create New Super User</CreateLink>}>
      <DataTable
        noun={['user', 'users']}
        list={list}
        exports={{ path: '/admin/users/export' }}
        queryKey={['users', 'list']}
        load={(query, signal) => readUsers({ ...query, include: 'clothing_sets' }, signal)}
        searchPlaceholder="Name, number or email"
        searchFrom={limits.search_min}
        tools={
          <>
            <div className="people-views">
              <Segments
                label="Which"
                value={show}
                onChange={(next) => list.set({ show: next })}
                segments={[
                  { value: '', label: 'All', count: counts?.all },
                  { value: 'not_invited', label: 'Not invited', count: counts?.not_invited },
                  { value: 'archived', label: 'Archived', count: counts?.archived },
                ]}
              />
            </div>
            <select className="in people-filter" aria-label="Role" value={role} onChange={({ target }) => list.set({ role: target.value })}>
              <option value="">Every role</option>
              {staffRoles.map((value) => (
                <option key={value} value={value}>
                  {roleLabels[value]}
                </option>
              ))}
            </select>
          </>
        }
        columns={[
          { key: 'name', heading: 'Name', minWidth: 168, orderBy: 'name', cell: name, title: (user) => user.name },
          { key: 'role', heading: 'Role', width: 128, orderBy: 'role', cell: ({ primary_role }) => roleLabels[primary_role] },
          { key: 'email', heading: 'Email', minWidth: 200, orderBy: 'email' },
          {
            key: 'sets',
            heading: 'Clothing sets',
            onCard: true,
            minWidth: 144,
            wide: true,
            cell: ({ clothing_sets }) => <FirstName rows={clothing_sets} />,
            title: ({ clothing_sets }) => allNames(clothing_sets),
          },
          { key: 'pin', heading: 'PIN', onCard: true, width: 72, cell: pin },
          {
            key: 'signed_in',
            heading: 'Signed in',
            width: 128,
            orderBy: 'signed_in_at',
            firstOrder: 'desc',
            cell: (user) => <SignedIn person={user} />,
          },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(user) => user.name}
        rowHref={edit}
        card={(user) => (
          <>
            <div className="line">
              <Link className="strong cut" to={edit(user)}>
                {user.name}
              </Link>
              <span className="push nowrap text-md sub">{roleLabels[user.primary_role]}</span>
            </div>
            <div className="line text-md">
              <span className="cut grow sub">{user.email}</span>
              <span className="nowrap">{user.is_archived ? <Badge tone="line-only">Archived</Badge> : <SignedIn person={user} />}</span>
            </div>
          </>
        )}
        empty={list.search ? 'No users match your search.' : 'No users to show'}
      />
    </Page>
  );
}
