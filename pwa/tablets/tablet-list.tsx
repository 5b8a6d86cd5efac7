import { tabletName } from '../../shared/sync/tablet-name.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readTablets, retireTablet, type Tablet } from './client.ts';

/** Whether somebody has to look for the tablet, and why. */
function State({ tablet: { is_missing, retired_at, qty_unsent } }: { tablet: Tablet }) {
  if (retired_at)
    return (
      <span className="note">
        Out of use since <DateText value={retired_at} form="list" />
      </span>
    );
  if (!is_missing) return <span>In use</span>;
  return <Badge tone="warn">{qty_unsent > 0 ? countText(qty_unsent, 'unsent change') : 'Not seen for a day'}</Badge>;
}

/** The tablets of the floor: when each was last seen, and whether it keeps work that it has not sent. */
export default function TabletList() {
  const list = useListState({ orderBy: 'last_seen_at', sortedBy: 'asc', per_page: 50, filters: ['show'] });
  const { ask, dialog } = useConfirm();
  const retire = useWrite({ send: retireTablet, success: 'The tablet is out of use', refresh: [['tablets'], ['day']] });
  const retireAsked = async (tablet: Tablet): Promise<void> => {
    const unsent =
      tablet.qty_unsent > 0 ? ` It still keeps ${countText(tablet.qty_unsent, 'change')}, which it sends if it is ever switched on.` : '';
    const body = `Nobody is reminded of it any more. It is in use again as soon as it syncs.${unsent}`;
    if (await ask({ title: `Take ${tabletName(tablet)} out of use?`, body, action: 'Out of use' })) await retire.write(tablet.device);
  };
  return (
    <Page title="Tablets" sub="Browsers in which somebody works on the floor" fill>
      <DataTable
        noun={['tablet', 'tablets']}
        list={list}
        queryKey={['tablets']}
        load={readTablets}
        refetchInterval={60_000}
        columns={[
          {
            key: 'name',
            heading: 'Tablet',
            minWidth: 140,
            orderBy: 'name',
            cell: (tablet) => <span className="strong">{tabletName(tablet)}</span>,
            title: tabletName,
          },
          {
            key: 'people',
            heading: 'People',
            minWidth: 160,
            cell: ({ people }) => people.join(', '),
            title: ({ people }) => people.join(', '),
          },
          {
            key: 'last_seen_at',
            heading: 'Last seen',
            width: 140,
            orderBy: 'last_seen_at',
            cell: (tablet) => <DateText value={tablet.last_seen_at} form="moment" />,
          },
          { key: 'qty_unsent', heading: 'Unsent', onCard: true, width: 76, align: 'num', cell: ({ qty_unsent }) => qty_unsent || null },
          {
            key: 'created_at',
            heading: 'First seen',
            onCard: true,
            width: 96,
            wide: true,
            orderBy: 'created_at',
            cell: (tablet) => <DateText value={tablet.created_at} form="list" />,
          },
          { key: 'state', heading: 'State', width: 190, cell: (tablet) => <State tablet={tablet} /> },
        ]}
        rowId={({ device }) => device}
        rowName={tabletName}
        actions={(tablet) => (tablet.retired_at ? [] : [{ label: 'Out of use', icon: 'none', onSelect: () => void retireAsked(tablet) }])}
        card={(tablet) => (
          <>
            <span className="line">
              <span className="strong cut">{tabletName(tablet)}</span>
              <span className="push">
                <State tablet={tablet} />
              </span>
            </span>
            <span className="sub cut">{tablet.people.join(', ')}</span>
            <span className="note">
              Last seen <DateText value={tablet.last_seen_at} form="moment" />
            </span>
          </>
        )}
        searchPlaceholder="Tablet or person"
        tools={
          <Segments
            label="Show"
            value={list.filters.show ?? ''}
            onChange={(show) => list.set({ show })}
            segments={[
              { value: '', label: 'All' },
              { value: 'in_use', label: 'In use' },
              { value: 'missing', label: 'Not seen' },
              { value: 'retired', label: 'Out of use' },
            ]}
          />
        }
        empty="No tablets to show"
        emptyHint={<p>A tablet appears here once somebody has signed in on it and opened the floor.</p>}
      />
      {dialog}
    </Page>
  );
}
