import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { addMonths } from '../../shared/add-months.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { readAccount } from '../api/accounts.ts';
import { readOffered } from '../api/sites-and-roles.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatMoney, Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { orderReplacements, type Replacement, type ReplacementOrder, type ReplacementPage, readReplacements } from './client.ts';

const keyOf = ({ employee, product }: Replacement): string => `${employee.id}/${product.id}`;
const costOf = (rows: readonly Replacement[]): number => rows.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
const isOver = ({ due_on }: Replacement): boolean => due_on <= ukDate(new Date().toISOString());

/** How far ahead the list looks, in months. */
const spans = [
  ['', 'Due now', 0],
  ['1', 'In a month', 1],
  ['3', 'In 3 months', 3],
] as const;

/** What the people of a company hold and is worn out. A manager, or the office for an account, orders all of it in one step: a draft for each site. */
export default function ReplacementList() {
  const { accountId } = useParams();
  const { who } = useSession();
  const companyId = accountId === undefined ? (who.account?.id ?? 0) : Number(accountId);
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  const list = useListState({ orderBy: 'employee', per_page: limits.replacements_page, filters: ['months', 'site', 'employee_role'] });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [drafts, setDrafts] = useState<readonly ReplacementOrder[]>([]);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const orderPath = ({ uuid }: ReplacementOrder): string => `${accountId === undefined ? '' : '/admin'}/orders/${uuid}/edit`;
  const listKey = ['replacements', companyId];
  const load = ({ months, ...query }: (typeof list)['query'], signal: AbortSignal) =>
    readReplacements(companyId)(
      { ...query, ...(months && { due_by: addMonths(ukDate(new Date().toISOString()), Number(months)) }) } as typeof query,
      signal,
    );
  const order = useWrite({
    send: (rows: readonly Replacement[], options) =>
      orderReplacements(companyId)({ items: rows.map(({ employee, product }) => ({ employee_id: employee.id, product_id: product.id })) }, options),
    refresh: [listKey, ['orders']],
    onSaved: ({ items }) => {
      setChosen(new Set());
      const [first] = items;
      if (first && items.length === 1) void navigate(orderPath(first));
      else setDrafts(items);
    },
  });
  // The same query as that of the list, so that it is read once.
  const page = useQuery<ReplacementPage>({ queryKey: [...listKey, list.query], queryFn: ({ signal }) => load(list.query, signal) });
  const rows = page.data?.items ?? [];
  const chosenRows = rows.filter((row) => chosen.has(keyOf(row)));
  const toOrder = chosenRows.length ? chosenRows : rows;
  const orderText = `Order ${chosenRows.length ? '' : 'all '}${toOrder.length}`;
  return (
    <Page
      title="Replacements"
      {...(accountId !== undefined && {
        name: `Replacements · ${account.data?.name ?? ''}`,
        back: `/admin/accounts/${accountId}/edit`,
        strip: <AccountTabs id={accountId} current="replacements" />,
      })}
      sub={!!page.data?.total && `${countText(page.data.total, 'item')}, ${formatMoney(page.data.total_cost)}`}
      fill
      primary={
        rows.length > 0 && (
          <>
            <span className="grow sub">
              <Money pence={costOf(toOrder)} className="strong" /> ex VAT
            </span>
            <Button look="primary" busy={order.busy} busyText="Ordering…" onClick={() => void order.write(toOrder)}>
              {orderText}
            </Button>
          </>
        )
      }
    >
      <DataTable
        noun={['item', 'items']}
        list={list}
        queryKey={listKey}
        load={load}
        searchPlaceholder="Name, number or email"
        searchFrom={limits.search_min}
        tools={<Filters companyId={companyId} list={list} />}
        columns={columns}
        rowId={keyOf}
        rowName={({ employee, product }) => `${product.name} of ${employee.name}`}
        selection={{ ids: chosen, onChange: setChosen }}
        card={(row) => <Card row={row} />}
        empty={list.search ? messages.replacements.none_found : messages.replacements.none}
        emptyHint={<p>{isPhone ? 'Items appear here' : 'What people hold appears here'} when the months that a product lasts are over.</p>}
      />
      {drafts.length > 0 && (
        <Dialog
          open
          title={`${countText(drafts.length, 'draft')}, one for each site`}
          onClose={() => {
            setDrafts([]);
            void queries.invalidateQueries({ queryKey: listKey });
          }}
          description="Check each one and submit it."
        >
          <ul className="stack">
            {drafts.map((draft) => (
              <li key={draft.uuid} className="line">
                <Link to={orderPath(draft)} className="strong">
                  {draft.order_number}
                </Link>
                <span className="cut">{draft.site?.name ?? 'No site'}</span>
                <span className="push note">{countText(draft.items, 'item')}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </Page>
  );
}

type ListOf = ReturnType<typeof useListState<'months' | 'site' | 'employee_role'>>;

/** Which items are listed: by when they are due, and of which site and role. */
function Filters({ companyId, list }: { companyId: number; list: ListOf }) {
  const offered = useQuery({ queryKey: ['offered-to-people', companyId], queryFn: ({ signal }) => readOffered(companyId, signal) });
  const choices = [
    ['site', 'Site', 'Every site', offered.data?.sites],
    ['employee_role', 'Role', 'Every role', offered.data?.employee_roles],
  ] as const;
  return (
    <>
      <Segments
        label="Due"
        value={list.filters.months ?? ''}
        onChange={(months) => list.set({ months })}
        segments={spans.map(([value, label]) => ({ value, label }))}
      />
      <div className="line">
        {choices.map(
          ([name, label, every, options]) =>
            (options?.length ?? 0) > 1 && (
              <select
                key={name}
                className="in"
                aria-label={label}
                value={list.filters[name] ?? ''}
                onChange={({ target }) => list.set({ [name]: target.value })}
              >
                <option value="">{every}</option>
                {options?.map(({ id, name: text }) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </select>
            ),
        )}
      </div>
    </>
  );
}

// The size comes first, so that a long colour is cut and never the size.
const sizeText = ({ product }: Replacement): string => [product.size, product.variation_colour].filter(Boolean).join(', ');

const columns: Column<Replacement>[] = [
  {
    key: 'employee',
    heading: 'Person',
    minWidth: 140,
    orderBy: 'employee',
    cell: ({ employee }) => employee.name,
    title: ({ employee }) => employee.name,
  },
  {
    key: 'product',
    heading: 'Product',
    minWidth: 200,
    cell: ({ product }) => (
      <span className="line">
        <GarmentTile media={product.media} alt="" colour={product.colour_hex} size={24} />
        <span className="cut">{product.name}</span>
      </span>
    ),
    title: ({ product }) => product.name,
  },
  { key: 'size', heading: 'Size', width: 130, cell: sizeText, title: sizeText },
  { key: 'quantity', heading: 'Qty', width: 52, align: 'num' },
  {
    key: 'site',
    heading: 'Site',
    minWidth: 120,
    wide: true,
    cell: ({ site }) => site?.name ?? <span className="note">None</span>,
    title: ({ site }) => site?.name ?? '',
  },
  {
    key: 'issued_on',
    heading: 'Issued',
    width: 84,
    orderBy: 'issued_on',
    wide: 'first',
    cell: ({ issued_on }) => <DateText value={issued_on} form="list" />,
  },
  {
    key: 'due_on',
    heading: 'Due',
    width: 84,
    cell: (row) => (
      <span className={isOver(row) ? 't-warn strong' : undefined}>
        <DateText value={row.due_on} form="list" />
      </span>
    ),
  },
  { key: 'price', heading: 'Price', width: 88, align: 'num', cell: ({ price, quantity }) => <Money pence={price * quantity} /> },
];

const Card = ({ row }: { row: Replacement }) => (
  <div className="line top">
    <GarmentTile media={row.product.media} alt="" colour={row.product.colour_hex} size={40} />
    <div className="grow">
      <p className="strong cut">{row.employee.name}</p>
      <p className="sub cut text-md">{`${row.quantity} × ${row.product.name}`}</p>
      <p className="note text-md">{[sizeText(row), row.site?.name].filter(Boolean).join(' · ')}</p>
      <p className="note text-md">
        Issued <DateText value={row.issued_on} form="list" />, due{' '}
        <span className={isOver(row) ? 't-warn strong' : undefined}>
          <DateText value={row.due_on} form="list" />
        </span>
      </p>
    </div>
    <Money pence={row.price * row.quantity} />
  </div>
);
