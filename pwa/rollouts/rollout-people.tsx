import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { type RolloutStatus, rolloutStatuses, rolloutStatusWords } from '../../shared/rollouts/rollout.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import type { Rollout, RolloutPerson } from './client.ts';
import { FillIn } from './fill-in.tsx';
import { waiting } from './progress-bar.tsx';
import type { RolloutScreens } from './use-rollout-screens.ts';

const tones: Record<RolloutStatus, Tone> = {
  unasked: 'warn',
  asked: 'warn',
  ready: 'accent',
  answered: 'accent',
  filled: 'accent',
  ordered: 'done',
  failed: 'wrong',
};

const StatusBadge = ({ status }: { status: RolloutStatus }) => <Badge tone={tones[status]}>{rolloutStatusWords[status]}</Badge>;

const sizesOf = ({ lines }: RolloutPerson): string => lines.map(({ name, size }) => `${name} ${size ?? '–'}`).join(', ');

export type RolloutListState = ListState<'tab' | 'status' | 'site'>;

/** The people of a roll-out: how far each is, and the sizes to fill in. */
export function RolloutPeople({ screens, rollout, list }: { screens: RolloutScreens; rollout: Rollout; list: RolloutListState }) {
  const { calls, order } = screens;
  const id = String(rollout.id);
  const [filling, setFilling] = useState<RolloutPerson | null>(null);
  const canFill = ({ status }: RolloutPerson): boolean => rollout.state !== 'closed' && !rollout.is_running && status !== 'ordered';
  const fill = (person: RolloutPerson, look?: 'quiet') =>
    canFill(person) && (
      <Button size="sm" look={look ?? 'plain'} aria-label={`Fill in for ${person.name}`} onClick={() => setFilling(person)}>
        {person.status === 'asked' || person.status === 'unasked' ? 'Fill in' : 'Change'}
      </Button>
    );
  const outcome = ({ order: made, reason, has_email, status }: RolloutPerson) =>
    made ? (
      <Link to={order(made.uuid)}>{made.order_number}</Link>
    ) : reason ? (
      <span className="t-wrong">{reason}</span>
    ) : status === 'unasked' && !has_email ? (
      <span className="note">No email address</span>
    ) : null;
  const counts: Record<RolloutStatus, number> = { ...rollout.counts, unasked: waiting(rollout.counts) - rollout.counts.asked };
  return (
    <>
      <DataTable
        noun={['person', 'people']}
        list={list}
        queryKey={['rollouts', screens.companyId, 'people', id, rollout.run, rollout.version]}
        load={({ tab: _tab, ...query }, signal) => calls.people(id)(query, signal)}
        searchPlaceholder="Name, number or email"
        searchFrom={limits.search_min}
        tools={
          <>
            <select
              className="in"
              aria-label="Status"
              value={list.filters.status ?? ''}
              onChange={({ target }) => list.set({ status: target.value })}
            >
              <option value="">Every status</option>
              {rolloutStatuses.map((status) => (
                <option key={status} value={status}>
                  {rolloutStatusWords[status]} {counts[status]}
                </option>
              ))}
            </select>
            {rollout.sites.length > 1 && (
              <select className="in" aria-label="Site" value={list.filters.site ?? ''} onChange={({ target }) => list.set({ site: target.value })}>
                <option value="">Every site</option>
                {rollout.sites.flatMap((site) =>
                  site.id === null
                    ? []
                    : [
                        <option key={site.id} value={site.id}>
                          {site.name}
                        </option>,
                      ],
                )}
              </select>
            )}
          </>
        }
        columns={[
          { key: 'name', heading: 'Name', minWidth: 150, orderBy: 'name', cell: ({ name }) => <span className="cut">{name}</span> },
          {
            key: 'number',
            heading: 'Number',
            width: 84,
            wide: true,
            cell: ({ employee_number }) => <span className="code sub">{employee_number}</span>,
          },
          {
            key: 'site',
            heading: 'Site',
            minWidth: 140,
            cell: ({ site }) => site?.name ?? <span className="note">No site</span>,
            title: ({ site }) => site?.name ?? '',
          },
          { key: 'status', heading: 'Status', width: 96, cell: ({ status }) => <StatusBadge status={status} /> },
          { key: 'sizes', heading: 'Sizes', minWidth: 180, wide: 'first', cell: sizesOf, title: sizesOf },
          { key: 'outcome', heading: 'Order', minWidth: 130, cell: outcome, title: ({ reason }) => reason ?? '' },
          { key: 'fill', heading: 'Fill in', hiddenHeading: true, width: 92, cell: (person) => fill(person) },
        ]}
        rowId={({ id: person }) => String(person)}
        rowName={({ name }) => name}
        card={(person) => (
          <>
            <div className="line">
              <span className="strong cut">{person.name}</span>
              <span className="push">
                <StatusBadge status={person.status} />
              </span>
            </div>
            {person.site && <p className="sub text-md cut">{person.site.name}</p>}
            <p className="sub text-md">{sizesOf(person)}</p>
            <div className="line">
              <span className="grow text-md">{outcome(person)}</span>
              {fill(person)}
            </div>
          </>
        )}
        empty={list.search || list.filters.status ? 'Nobody matches.' : 'Nobody is in this roll-out.'}
      />
      {filling && <FillIn calls={calls} rolloutId={id} person={filling} onClose={() => setFilling(null)} />}
    </>
  );
}
