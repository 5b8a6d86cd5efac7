import { useState } from 'react';
import type { ListedPriceChange } from '../../shared/catalogue/price-change.ts';
import { limits } from '../../shared/limits.ts';
import { pounds } from '../../shared/money.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './catalogue.css';
import { readPriceChanges, withdrawPriceChange } from './client.ts';
import { PriceChangeDialog } from './price-change-dialog.tsx';

const states: Record<ListedPriceChange['status'], { word: string; tone: Tone }> = {
  scheduled: { word: 'Waiting', tone: 'accent' },
  done: { word: 'Done', tone: 'done' },
  withdrawn: { word: 'Withdrawn', tone: 'plain' },
};

const rule = ({ percent, amount }: ListedPriceChange): string => {
  const text = percent !== 0 ? `${Math.abs(percent)}%` : pounds(Math.abs(amount));
  return `${percent + amount < 0 ? '−' : '+'}${text}`;
};
const step = ({ round_to }: ListedPriceChange): string => (round_to === 1 ? 'the penny' : round_to < 100 ? `${round_to}p` : pounds(round_to));
const about = (change: ListedPriceChange): string => `${change.field === 'price' ? 'Prices' : 'Costs'} ${rule(change)}`;
const countOf = ({ prices, field }: ListedPriceChange): string => countText(prices, field);
const sets = ({ field, sets: which }: ListedPriceChange): string => (field === 'cost' ? '' : which === 'follow' ? 'Change alike' : 'Stay');

function State({ change }: { change: ListedPriceChange }) {
  const { word, tone } = change.status === 'scheduled' && change.has_begun ? { word: 'Running', tone: 'accent' as const } : states[change.status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Changes of many prices: scheduled, done and withdrawn ones. */
export default function PriceChangeList() {
  const list = useListState({ orderBy: 'effective_on', sortedBy: 'desc', per_page: limits.price_changes_page, filters: ['status'] });
  const { ask, dialog } = useConfirm();
  const [open, setOpen] = useState<ListedPriceChange | null>(null);
  const name = (change: ListedPriceChange) =>
    change.status === 'scheduled' ? (
      <button type="button" className="link" onClick={() => setOpen(change)}>
        {about(change)}
      </button>
    ) : (
      <span className="strong">{about(change)}</span>
    );
  const { write, busy } = useWrite({ send: withdrawPriceChange, success: 'The price change is withdrawn', refresh: [['price-changes']] });
  const withdraw = async (change: ListedPriceChange): Promise<void> => {
    const title = `Withdraw the change of ${countOf(change)} on ${formatDate(change.effective_on, 'date')}?`;
    if (await ask({ title, body: 'The prices stay as they are.', action: 'Withdraw it', destroys: true })) await write(change.id);
  };
  const button = (change: ListedPriceChange) =>
    change.status === 'scheduled' &&
    !change.has_begun && (
      <Button
        size="sm"
        disabled={busy}
        aria-label={`Withdraw ${about(change)} on ${formatDate(change.effective_on, 'date')}`}
        onClick={() => void withdraw(change)}
      >
        Withdraw
      </Button>
    );
  return (
    <Page title="Price changes" back="/admin/products" sub="Of many products at once" fill>
      <DataTable
        noun={['price change', 'price changes']}
        list={list}
        exports={{ path: '/admin/price-changes/export' }}
        queryKey={['price-changes', 'list']}
        load={readPriceChanges}
        refetchInterval={10_000}
        keys={
          <>
            <kbd>↑</kbd> <kbd>↓</kbd> move
          </>
        }
        tools={
          <Segments
            label="Status"
            value={list.filters.status ?? ''}
            onChange={(status) => list.set({ status })}
            segments={[{ value: '', label: 'All' }, ...Object.entries(states).map(([value, { word }]) => ({ value, label: word }))]}
          />
        }
        columns={[
          {
            key: 'effective_on',
            heading: 'From',
            width: 88,
            orderBy: 'effective_on',
            firstOrder: 'desc',
            cell: (one) => <DateText value={one.effective_on} form="list" />,
          },
          { key: 'change', heading: 'Change', minWidth: 140, cell: name },
          { key: 'count', heading: 'Prices', width: 84, align: 'num', cell: (one) => formatCount(one.prices) },
          { key: 'round', heading: 'Rounded to', onCard: true, width: 104, wide: true, cell: (one) => <span className="sub">{step(one)}</span> },
          { key: 'sets', heading: 'Prices of sets', onCard: true, width: 120, wide: true, cell: (one) => <span className="sub">{sets(one)}</span> },
          { key: 'who', heading: 'By', minWidth: 120, wide: true, cell: (one) => one.created_by.name, title: (one) => one.created_by.name },
          {
            key: 'created_at',
            heading: 'Decided',
            onCard: true,
            width: 140,
            wide: true,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (one) => <DateText value={one.created_at} form="moment" />,
          },
          { key: 'status', heading: 'Status', width: 104, cell: (one) => <State change={one} /> },
          { key: 'withdraw', heading: 'Withdraw', hiddenHeading: true, width: 104, cell: button },
        ]}
        rowId={({ id }) => String(id)}
        rowName={about}
        card={(one) => (
          <>
            <div className="line">
              <span className="grow">{name(one)}</span>
              <State change={one} />
            </div>
            <p className="sub text-md">
              {countOf(one)} from {formatDate(one.effective_on, 'date')}, by {one.created_by.name}
            </p>
            {button(one)}
          </>
        )}
        empty="No price changes to show"
        emptyHint={<p>Choose products in their list to change their prices together, today or on a later day.</p>}
      />
      {open && <PriceChangeDialog change={open} title={about(open)} onClose={() => setOpen(null)} />}
      {dialog}
    </Page>
  );
}
