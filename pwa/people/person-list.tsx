import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { roleLabels } from '../../shared/roles.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { useListPlace } from '../ui/list-memory.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { type ListedPerson, readMatching, readOffered, readPeople } from './client.ts';
import { ManyPeople, type PeopleAction } from './many-people.tsx';
import './people.css';
import { PeopleFilters, peopleFilterNames } from './people-filters.tsx';
import { allNames, BudgetLeft, FirstName, SignedIn } from './person-cells.tsx';
import { useOrderFor } from './use-order-for.ts';
import { usePeopleScreens } from './use-people-screens.ts';
import { usePersonWrites } from './use-person-writes.ts';

const beside = 'sites,employee_roles,clothing_sets,budgets,last_order';

/** A client’s people by surname: they are found, changed and ordered for here, by the client’s managers and by the office. */
export default function PersonList() {
  const screens = usePeopleScreens();
  const { accountId, companyId, companyName, edit } = screens;
  const list = useListState({ orderBy: 'name', per_page: limits.people_page, filters: peopleFilterNames });
  const isPhone = useIsPhone();
  const hasRoomForActions = useMedia('(width >= 1240px)');
  const place = useListPlace();
  const [selection, setSelection] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const [leaver, setLeaver] = useState<ListedPerson | null>(null);
  const order = useOrderFor(screens);
  const { invitation, restoration } = usePersonWrites();
  const offered = useQuery({ queryKey: ['offered-to-people', companyId], queryFn: ({ signal }) => readOffered(companyId, signal) });
  const { show: _show, ...filters } = list.filters;
  const narrowed = { ...filters, ...(list.search && { search: list.search }) };
  const counts = useQuery({
    queryKey: ['employees', 'counts', accountId, narrowed],
    queryFn: async ({ signal }) => (await readPeople(accountId)({ ...narrowed, page: 1, per_page: 1, include: 'counts' }, signal)).counts,
    placeholderData: keepPreviousData,
  });
  const isArchive = list.filters.show === 'archived';
  const listKey = ['employees', 'list', accountId];
  const { nameOf, keepNames } = useNames(listKey);
  const [acting, setActing] = useState<PeopleAction | null>(null);
  const { page: _page, per_page: _per_page, ...view } = list.query;
  const chooseAll = useWrite({
    send: () => readMatching(accountId, view),
    success: ({ people, is_cut }) => (is_cut ? `Only the first ${formatCount(people.length)} are chosen.` : undefined),
    onSaved: ({ people }) => {
      keepNames(people);
      setSelection(new Set(people.map(({ id }) => String(id))));
    },
  });

  const actions = (person: ListedPerson): MenuItem[] => [
    { label: person.can.edit ? 'Edit' : 'Open', icon: 'next', to: edit(person.id) },
    { label: 'Items and budgets', icon: 'none', to: screens.wearer(person.id) },
    ...(person.can.edit && !person.is_archived
      ? [{ label: 'Can they order …?', icon: 'search', to: `${screens.wearer(person.id)}#why` } as const]
      : []),
    ...(person.is_archived ? [] : [{ label: 'Create New Order', icon: 'plus', onSelect: () => void order.write([person.id]) } as const]),
    ...(person.can.edit && person.email && !person.signed_in_at
      ? [{ label: 'Send invitation', icon: 'mail', onSelect: () => void invitation.write(person) } as const]
      : []),
    ...(person.can.impersonate ? [{ label: 'Impersonate', icon: 'user', to: `/impersonate/take/${person.id}` } as const] : []),
    ...(person.can.restore ? [{ label: 'Restore', icon: 'retry', onSelect: () => void restoration.write(person) } as const] : []),
    ...(person.can.archive ? (['line', { label: 'Archive', icon: 'none', danger: true, onSelect: () => setLeaver(person) }] as const) : []),
  ];
  const name = (person: ListedPerson) => (
    <span className="line">
      <Link className="cut person-name" to={edit(person.id)}>
        <strong>{person.surname}</strong>, {person.forenames}
      </Link>
      {person.is_archived && !isArchive && <Badge tone="line-only">Archived</Badge>}
    </span>
  );
  const noSet = <span className="t-warn strong">None</span>;
  const start = (
    <>
      <p className="cut grow" id="chosen-people">
        {selection.size === 0 ? <span className="note">Choose at least one person</span> : <strong>{chosenText([...selection], nameOf)}</strong>}
      </p>
      <Button
        look="primary"
        disabled={selection.size === 0}
        aria-describedby="chosen-people"
        busy={order.busy}
        busyText="Starting…"
        onClick={() => void order.write([...selection].map(Number))}
      >
        Start Order
      </Button>
    </>
  );

  return (
    <Page
      title={accountId === undefined ? 'Employees' : (companyName ?? 'Employees')}
      {...(accountId !== undefined && {
        name: `Employees · ${companyName ?? ''}`,
        back: `/admin/accounts/${accountId}/edit`,
        strip: <AccountTabs id={accountId} current="employees" />,
      })}
      sub={accountId === undefined ? counts.data && countText(counts.data.all, 'employee') : undefined}
      fill
      actions={
        accountId === undefined && (
          <ButtonLink to={screens.create} icon="plus" iconOnly={isPhone} aria-label="New Employee">
            {isPhone ? undefined : 'New Employee'}
          </ButtonLink>
        )
      }
      primary={accountId === undefined ? !isArchive && start : <CreateLink to={screens.create}>Create Employee</CreateLink>}
    >
      <DataTable
        noun={['employee', 'employees']}
        list={list}
        exports={accountId === undefined ? undefined : { path: `/admin/accounts/${accountId}/employees/export` }}
        queryKey={listKey}
        load={(query, signal) => readPeople(accountId)({ ...query, include: beside }, signal)}
        searchPlaceholder="Name, number or email"
        searchFrom={limits.search_min}
        tools={<PeopleFilters list={list} counts={counts.data} offered={offered.data} />}
        columns={[
          { key: 'name', heading: 'Name', minWidth: 152, orderBy: 'name', cell: name, title: (person) => person.name },
          {
            key: 'number',
            heading: 'Number',
            width: 80,
            orderBy: 'employee_number',
            cell: ({ employee_number }) => <span className="code sub">{employee_number}</span>,
          },
          { key: 'role', heading: 'Role', onCard: true, width: 148, orderBy: 'role', cell: ({ primary_role }) => roleLabels[primary_role] },
          {
            key: 'employee_role',
            heading: 'Employee role',
            minWidth: 112,
            cell: ({ employee_roles }) => <FirstName rows={employee_roles} />,
            title: ({ employee_roles }) => allNames(employee_roles),
          },
          {
            key: 'site',
            heading: 'Site',
            minWidth: 160,
            cell: ({ sites }) => <FirstName rows={sites} />,
            title: ({ sites }) => allNames(sites),
          },
          {
            key: 'sets',
            heading: 'Clothing sets',
            onCard: true,
            minWidth: 120,
            wide: 'first',
            cell: ({ clothing_sets }) => <FirstName rows={clothing_sets} none={noSet} />,
            title: ({ clothing_sets }) => allNames(clothing_sets),
          },
          { key: 'budget', heading: 'Budget', onCard: true, width: 156, wide: true, cell: (person) => <BudgetLeft person={person} /> },
          {
            key: 'last_order',
            heading: 'Last order',
            onCard: true,
            width: 76,
            wide: 'first',
            orderBy: 'last_order_at',
            firstOrder: 'desc',
            cell: ({ last_order_at }) => (last_order_at ? <DateText value={last_order_at} form="list" /> : <span className="note">None yet</span>),
          },
          {
            key: 'signed_in',
            heading: 'Signed in',
            onCard: true,
            width: 112,
            wide: true,
            orderBy: 'signed_in_at',
            firstOrder: 'desc',
            cell: (person) => <SignedIn person={person} />,
          },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(person) => person.name}
        rowHref={({ id }) => edit(id)}
        actions={actions}
        {...(!isArchive && { selection: { ids: selection, onChange: setSelection } })}
        selectionActions={
          <span className="line">
            <Button size="sm" look="quiet" busy={chooseAll.busy} busyText="Looking" onClick={() => void chooseAll.write()}>
              Choose all that match
            </Button>
            {hasRoomForActions ? (
              changes.map(([action, label]) => (
                <Button key={action} size="sm" look={action === 'archive' ? 'danger' : 'plain'} onClick={() => setActing(action)}>
                  {label}
                </Button>
              ))
            ) : (
              <Menu
                items={changes.map(([action, label]) => ({ label, icon: 'none', danger: action === 'archive', onSelect: () => setActing(action) }))}
              >
                <Button size="sm" icon="more">
                  Change
                </Button>
              </Menu>
            )}
          </span>
        }
        card={(person) => (
          <>
            <div className="line">
              <Link className="strong cut" to={edit(person.id)}>
                {person.name}
              </Link>
              <span className="push code note">{person.employee_number}</span>
            </div>
            <p className="sub cut text-md">{[allNames(person.employee_roles), allNames(person.sites)].filter(Boolean).join(' · ')}</p>
            {person.is_archived && <Badge tone="line-only">Archived</Badge>}
          </>
        )}
        empty={list.search ? 'No employees match your search.' : 'No employees to show'}
        emptyHint={<p>The people you may order for appear here when they have been added.</p>}
      />
      {acting && (
        <ManyPeople
          action={acting}
          people={[...selection].map((id) => ({ id, name: nameOf(id) ?? `Employee ${id}` }))}
          accountId={accountId}
          offered={offered.data}
          onClose={(isDone) => {
            setActing(null);
            if (isDone) setSelection(new Set());
          }}
        />
      )}
      {leaver && <ArchiveDialog person={leaver} screens={screens} onClose={() => setLeaver(null)} onDone={() => setLeaver(null)} />}
    </Page>
  );
}

const changes: [PeopleAction, string][] = [
  ['employee_roles', 'Employee roles'],
  ['clothing_sets', 'Clothing sets'],
  ['sites', 'Sites'],
  ['invite', 'Invite'],
  ['archive', 'Archive'],
];

/** The names of people who have been listed or chosen, by their ids: a choice stays when another search no longer shows it. */
function useNames(queryKey: readonly unknown[]) {
  const queries = useQueryClient();
  const names = useRef(new Map<string, string>());
  return {
    keepNames: (people: readonly { id: number; name: string }[]): void => {
      for (const { id, name } of people) names.current.set(String(id), name);
    },
    nameOf: (id: string): string | undefined => {
      const name = names.current.get(id);
      if (name !== undefined) return name;
      for (const [, page] of queries.getQueriesData<PageOf<ListedPerson>>({ queryKey })) {
        const person = page?.items.find((one) => String(one.id) === id);
        if (!person) continue;
        names.current.set(id, person.name);
        return person.name;
      }
      return undefined;
    },
  };
}

/** Who is chosen, in a few words. */
function chosenText(ids: readonly string[], nameOf: (id: string) => string | undefined): string {
  const [first, second, ...others] = ids.slice(0, 2).map(nameOf).concat(ids.slice(2));
  if (!first || (ids.length > 1 && !second)) return countText(ids.length, 'person', 'people');
  if (ids.length === 1) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${countText(others.length, 'other')}`;
}
