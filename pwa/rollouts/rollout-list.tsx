import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { Badge } from '../ui/badge.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import type { RolloutRow } from './client.ts';
import { ProgressBar } from './progress-bar.tsx';
import './rollouts.css';
import { useRolloutScreens } from './use-rollout-screens.ts';

const stateWords = { draft: ['Draft', 'plain'], open: ['Open', 'accent'], closed: ['Closed', 'line-only'] } as const;

const StateBadge = ({ state }: { state: RolloutRow['state'] }) => <Badge tone={stateWords[state][1]}>{stateWords[state][0]}</Badge>;

/** The roll-outs of a company, newest first, with how far they are. */
export default function RolloutList() {
  const { accountId, companyId, company, calls, list: path, mayEdit } = useRolloutScreens();
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: limits.rollouts_page });
  const link = ({ id }: RolloutRow): string => `${path}/${id}`;
  return (
    <Page
      title="Roll-outs"
      {...(accountId !== undefined && {
        name: `Roll-outs · ${company ?? ''}`,
        sub: company,
        back: `/admin/accounts/${accountId}/edit`,
        strip: <AccountTabs id={accountId} current="rollouts" />,
      })}
      fill
      primary={mayEdit && <CreateLink to={`${path}/new`}>New roll-out</CreateLink>}
    >
      <DataTable
        noun={['roll-out', 'roll-outs']}
        list={list}
        queryKey={['rollouts', companyId, 'list']}
        load={calls.list}
        searchPlaceholder="Name"
        columns={[
          {
            key: 'name',
            heading: 'Name',
            minWidth: 180,
            orderBy: 'name',
            cell: (row) => (
              <Link to={link(row)} className="strong cut">
                {row.name}
              </Link>
            ),
          },
          { key: 'state', heading: 'State', width: 90, cell: ({ state }) => <StateBadge state={state} /> },
          { key: 'deadline', heading: 'Sizes by', width: 92, orderBy: 'deadline', cell: ({ deadline }) => <DateText value={deadline} form="list" /> },
          { key: 'people', heading: 'People', width: 76, align: 'num', cell: ({ counts }) => counts.people },
          { key: 'ordered', heading: 'Ordered', width: 80, align: 'num', cell: ({ counts }) => counts.ordered },
          { key: 'asked', heading: 'Asked', width: 72, align: 'num', wide: true, cell: ({ counts }) => counts.asked },
          { key: 'progress', heading: 'Progress', width: 160, wide: 'first', cell: ({ counts }) => <ProgressBar counts={counts} /> },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowHref={link}
        card={(row) => (
          <>
            <div className="line">
              <Link to={link(row)} className="strong cut">
                {row.name}
              </Link>
              <span className="push">
                <StateBadge state={row.state} />
              </span>
            </div>
            <p className="sub text-md">
              {row.counts.ordered} of {row.counts.people} ordered, {row.counts.asked} asked, sizes by <DateText value={row.deadline} form="list" />
            </p>
            <ProgressBar counts={row.counts} />
          </>
        )}
        empty={list.search ? 'No roll-out matches' : messages.rollouts.none}
        emptyHint={
          <p>
            {mayEdit
              ? 'A roll-out gives many people a new kit at once: choose who and what, ask for sizes, rehearse, and order.'
              : 'Roll-outs appear here when people at your sites are to get a new kit.'}
          </p>
        }
      />
    </Page>
  );
}
