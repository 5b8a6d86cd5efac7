import { useQuery } from '@tanstack/react-query';
import { type Timeframe, timeframeNames, timeframes } from '../../shared/dashboards/timeframe.ts';
import { useWaiting } from '../api/waiting.ts';
import { useSession } from '../session/use-session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useMedia } from '../ui/use-media.ts';
import { BudgetCard } from './budget-card.tsx';
import { readSites } from './client.ts';
import { CompanyLine } from './company-line.tsx';
import { ShortfallCard } from './shortfall-card.tsx';
import { SpendCard } from './spend-card.tsx';
import { useGraph } from './use-graph.ts';
import { hasDecision, WaitingCards } from './waiting.tsx';
import './dashboard.css';

const segments = timeframeNames.map((value) => ({ value, label: value }));
const isTimeframe = (word: string | undefined): word is Timeframe => word !== undefined && word in timeframes;

/** The homepage: what waits for the person, then shortfall, spend and remaining budgets, as far as the person's role may see them. */
export default function Dashboard() {
  const { who, role, can } = useSession();
  // The timeframes, the site and the button fit beside the title only on a wide desktop screen.
  const isNarrow = useMedia('(width < 1200px)');
  const list = useListState<'timeframe' | 'site_id'>({ orderBy: 'submitted_at', sortedBy: 'asc', filters: ['timeframe', 'site_id'] });
  const budgetGraph = can('see_budget_use') ? 'uas' : 'uss';
  const isEmployee = role === 'employee' || role === 'employee_with_order';
  const usual: Timeframe = isEmployee ? '3m' : '1m';
  const timeframe = isTimeframe(list.filters.timeframe) ? list.filters.timeframe : usual;
  const waiting = useWaiting(role !== 'super');
  const bySite = can('see_spend_by_site');
  const sites = useQuery({ queryKey: ['dashboard', 'sites'], queryFn: ({ signal }) => readSites(signal), enabled: bySite });
  const siteChoices = sites.data?.items ?? [];
  const site_id = bySite && /^\d+$/.test(list.filters.site_id ?? '') ? list.filters.site_id : undefined;

  // The timeframe affects only the sums, so the page of the shortfall list stays the same.
  const look = (value: string) => list.set({ timeframe: value === usual ? '' : value, page: list.page });
  const shared = { timeframe, site_id, onLonger: timeframe === '12m' ? undefined : () => look('12m') };
  // The card of budgets reads the same graph.
  const budgets = useGraph(budgetGraph, { timeframe, site_id }, role !== 'super');
  const tools = (
    <div className="dashboard-tools">
      <Segments label="Timeframe" segments={segments} value={timeframe} onChange={look} />
      {siteChoices.length > 1 && (
        <select className="in" aria-label="Site" value={site_id ?? ''} onChange={(event) => list.set({ site_id: event.target.value })}>
          <option value="">All sites</option>
          {siteChoices.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
  const scope = role === 'super' ? 'All clients, ex VAT' : isEmployee ? 'What you ordered, ex VAT' : 'Ex VAT';
  return (
    <Page
      title={who.account?.name ?? 'Dashboard'}
      name="Dashboard"
      sub={
        siteChoices.length > 1
          ? `${site_id ? siteChoices.find(({ id }) => String(id) === site_id)?.name : `All ${siteChoices.length} sites`}, ex VAT`
          : scope
      }
      actions={isNarrow ? undefined : tools}
      primary={
        role !== 'super' && (
          <ButtonLink
            look={hasDecision(waiting.data) ? undefined : 'primary'}
            icon="plus"
            to={can('order_for_others') ? '/employees' : '/orders/create'}
          >
            {can('order_for_others') ? 'Create New Order' : 'Create New Order For Myself'}
          </ButtonLink>
        )
      }
    >
      {who.account && <CompanyLine account_id={who.account.id} />}
      {role !== 'super' && <WaitingCards query={waiting} budgets={budgets.data} />}
      {isNarrow && tools}
      {role === 'super' ? (
        <div className="dashboard">
          <SpendCard {...shared} graph="sbc" linkOf={(_, name) => `/admin/orders#${new URLSearchParams({ search: name })}`} />
          <SpendCard {...shared} graph="sbp" />
        </div>
      ) : (
        <div className="dashboard two-columns">
          <div>
            {bySite ? <SpendCard {...shared} graph="sbp" /> : <BudgetCard graph="uss" timeframe={timeframe} site_id={undefined} />}
            {can('see_shortfall') && <ShortfallCard list={list} site_id={site_id} />}
          </div>
          <div>
            {can('see_budget_use') && <BudgetCard graph="uas" timeframe={timeframe} site_id={site_id} />}
            {bySite ? <SpendCard {...shared} graph="sbs" linkOf={(id) => `#site_id=${id}`} /> : <SpendCard {...shared} graph="sbp" />}
          </div>
        </div>
      )}
    </Page>
  );
}
