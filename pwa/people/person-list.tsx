import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { readOffered } from '../api/sites-and-roles.ts';
import { useOrderUsual } from '../api/use-order-usual.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { type ListedPerson, readPeople } from './client.ts';
import { ManyPeople, type PeopleAction } from './many-people.tsx';
import './people.css';
import { PeopleFilters, peopleFilterNames } from './people-filters.tsx';
import { allNames, Left } from './person-cells.tsx';
import { personColumns } from './person-columns.tsx';
import { useOrderFor } from './use-order-for.ts';
import { usePeopleScreens } from './use-people-screens.ts';
import { usePeopleSelection } from './use-people-selection.ts';
import { usePersonWrites } from './use-person-writes.ts';

const beside = 'sites,employee_roles,clothing_sets,budgets,last_order';

/** A client’s people by surname. The client’s managers and the office find people in this list, change them and order for them. */
export default function PersonList() {
  const screens = usePeopleScreens();
  const { accountId, companyId, companyName, edit } = screens;
  const list = useListState({ orderBy: 'name', per_page: limits.people_page, filters: peopleFilterNames });
  const isPhone = useIsPhone();
  const [leaver, setLeaver] = useState<ListedPerson | null>(null);
  const order = useOrderFor(screens);
  const usual = useOrderUsual();
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
  const { selection, setSelection, nameOf, chooseAll } = usePeopleSelection(accountId, listKey, list.query);
  const [acting, setActing] = useState<PeopleAction | null>(null);

  const actions = (person: ListedPerson): MenuItem[] => [
    { label: person.can.edit ? 'Edit' : 'Open', icon: 'next', to: edit(person.id) },
    { label: 'Items and budgets', icon: 'none', to: screens.wearer(person.id) },
    ...(person.can.edit && !person.is_archived
      ? [{ label: 'Can they order …?', icon: 'search', to: `${screens.wearer(person.id)}#why` } as const]
      : []),
    ...(person.is_archived ? [] : [{ label: 'Create New Order', icon: 'plus', onSelect: () => void order.write([person.id]) } as const]),
    ...(person.is_archived || accountId !== undefined
      ? []
      : [{ label: 'Order the usual', icon: 'retry', onSelect: () => usual.write([person.id]) } as const]),
    ...(person.can.edit && person.email && !person.signed_in_at
      ? [{ label: 'Send invitation', icon: 'mail', onSelect: () => void invitation.write(person) } as const]
      : []),
    ...(person.can.impersonate ? [{ label: 'Impersonate', icon: 'user', to: `/impersonate/take/${person.id}` } as const] : []),
    ...(person.can.restore ? [{ label: 'Restore', icon: 'retry', onSelect: () => void restoration.write(person) } as const] : []),
    ...(person.can.archive ? (['line', { label: 'Archive', icon: 'none', danger: true, onSelect: () => setLeaver(person) }] as const) : []),
  ];
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
        accountId === undefined ? (
          <ButtonLink to={screens.create} icon="plus" iconOnly={isPhone} aria-label="New Employee">
            {isPhone ? undefined : 'New Employee'}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/admin/imports/new?account=${accountId}`}>Import people</ButtonLink>
        )
      }
      primary={
        accountId === undefined ? (
          !isArchive && <StartOrder selection={selection} nameOf={nameOf} order={order} />
        ) : (
          <CreateLink to={screens.create}>Create Employee</CreateLink>
        )
      }
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
        columns={personColumns(edit, isArchive)}
        rowId={({ id }) => String(id)}
        rowName={(person) => person.name}
        rowHref={({ id }) => edit(id)}
        actions={actions}
        {...(!isArchive && { selection: { ids: selection, onChange: setSelection } })}
        selectionActions={<ChosenActions chooseAll={chooseAll} onAct={setActing} />}
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
            <Left person={person} />
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

interface ChosenActionsProps {
  chooseAll: ReturnType<typeof usePeopleSelection>['chooseAll'];
  onAct: (action: PeopleAction) => void;
}

/** The actions on the people who are chosen. */
function ChosenActions({ chooseAll, onAct }: ChosenActionsProps) {
  const hasRoomForActions = useMedia('(width >= 1240px)');
  return (
    <span className="line">
      <Button size="sm" look="quiet" busy={chooseAll.busy} busyText="Looking" onClick={() => void chooseAll.write()}>
        Choose all that match
      </Button>
      {hasRoomForActions ? (
        changes.map(([action, label]) => (
          <Button key={action} size="sm" look={action === 'archive' ? 'danger' : 'plain'} onClick={() => onAct(action)}>
            {label}
          </Button>
        ))
      ) : (
        <Menu items={changes.map(([action, label]) => ({ label, icon: 'none', danger: action === 'archive', onSelect: () => onAct(action) }))}>
          <Button size="sm" icon="more">
            Change
          </Button>
        </Menu>
      )}
    </span>
  );
}

interface StartOrderProps {
  selection: ReadonlySet<string>;
  nameOf: (id: string) => string | undefined;
  order: ReturnType<typeof useOrderFor>;
}

/** Starts an order for the people who are chosen: with what they usually have, or empty. */
function StartOrder({ selection, nameOf, order }: StartOrderProps) {
  const usual = useOrderUsual();
  // Beside two buttons a phone has no room for names; the list above shows who is chosen.
  const isPhone = useIsPhone();
  const ids = [...selection].map(Number);
  return (
    <>
      <p className={isPhone ? 'text-md grow' : 'cut grow'} id="chosen-people">
        {selection.size === 0 ? (
          <span className="note">Choose at least one person</span>
        ) : (
          <strong>{isPhone ? countText(selection.size, 'person', 'people') : chosenText([...selection], nameOf)}</strong>
        )}
      </p>
      <Button
        disabled={selection.size === 0}
        aria-describedby="chosen-people"
        busy={usual.busy}
        busyText="Starting…"
        onClick={() => usual.write(ids)}
      >
        The usual
      </Button>
      <Button
        look="primary"
        disabled={selection.size === 0}
        aria-describedby="chosen-people"
        busy={order.busy}
        busyText="Starting…"
        onClick={() => void order.write(ids)}
      >
        Start Order
      </Button>
    </>
  );
}

/** Who is chosen, in a few words. */
function chosenText(ids: readonly string[], nameOf: (id: string) => string | undefined): string {
  const [first, second, ...others] = ids.slice(0, 2).map(nameOf).concat(ids.slice(2));
  if (!first || (ids.length > 1 && !second)) return countText(ids.length, 'person', 'people');
  if (ids.length === 1) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${countText(others.length, 'other')}`;
}
