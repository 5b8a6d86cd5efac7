import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClothingSetChange, OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { holdsText } from '../../shared/folded.ts';
import { NotSent } from '../api/not-sent.tsx';
import type { Once } from '../api/transport.ts';
import { useWrite } from '../api/use-write.ts';
import { formatCount } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { readAllSites, saveSet } from './client.ts';
import { refreshSets } from './refresh.ts';

/** How many sites are listed without a search. */
const SHOWN = 12;

interface Toggle {
  site_id: number;
  isExcluded: boolean;
  /** The set that was on the screen when the tick box was pressed. */
  base: OfficeSet;
}

const idsOf = (set: OfficeSet): number[] => set.excluded_sites.map(({ id }) => id);
const changeOf = ({ site_id, isExcluded, base }: Toggle): ClothingSetChange => ({
  excluded_sites: [...idsOf(base).filter((id) => id !== site_id), ...(isExcluded ? [site_id] : [])],
  version: base.version,
});

/** The sites of a client company with tick boxes. The set is not offered at ticked sites. Each tick is saved at once. */
export function ExcludedSitesCard({ accountId, set }: { accountId: string; set: OfficeSet }) {
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  /** Ticks that are being saved. */
  const [pending, setPending] = useState<ReadonlyMap<number, boolean>>(new Map());
  /** Ticks that could not be sent. */
  const [unsent, setUnsent] = useState<ReadonlyMap<number, Toggle>>(new Map());
  const settle = (site_id: number) => {
    setPending((before) => new Map([...before].filter(([id]) => id !== site_id)));
    setUnsent((before) => new Map([...before].filter(([id]) => id !== site_id)));
  };
  const sites = useQuery({ queryKey: ['sites', 'all', accountId], queryFn: ({ signal }) => readAllSites(accountId, signal) });
  const key = ['clothing-sets', 'one', accountId, set.id];
  const toggle = useWrite({
    send: (input: Toggle, options: Once) => saveSet(accountId, set.id)(changeOf(input), options),
    refresh: refreshSets,
    onSaved: (saved, { site_id }) => {
      queries.setQueryData(key, saved);
      settle(site_id);
    },
    onRefused: (error, input) => {
      if (error.status === 0) {
        setUnsent((before) => new Map([...before, [input.site_id, input]]));
        return true;
      }
      if (error.code !== 'stale_version' || !error.current) {
        settle(input.site_id);
        return false;
      }
      // Somebody else has changed the set, so only this site is changed in the server's current version.
      void toggle.write({ ...input, base: error.current as OfficeSet });
      return true;
    },
  });
  const excluded = new Set(idsOf(set));
  return (
    <section className="card" aria-label="Excluded sites">
      <header>
        <h2>Excluded sites</h2>
        <span className="push sub">
          {formatCount(excluded.size)} of {formatCount(sites.data?.total ?? excluded.size)}
        </span>
      </header>
      <div className="in-card flow">
        <Loaded query={sites} noun="sites" waiting={<SkeletonText lines={4} />}>
          {({ items }) => {
            const matching = items.filter(({ name, reference_1 }) => holdsText(`${name} ${reference_1 ?? ''}`, search));
            // Excluded sites come first if not all sites fit in the list.
            const sorted = items.length > SHOWN ? [...matching].sort((one, other) => rank(excluded, one) - rank(excluded, other)) : matching;
            const listedSites = sorted.slice(0, Math.max(SHOWN, search ? 0 : excluded.size));
            if (items.length === 0) return <p className="note">No sites to show</p>;
            return (
              <>
                <p className="note">Not offered for delivery to a ticked site</p>
                {items.length > SHOWN && <SearchInput value={search} onSearch={setSearch} label="Search sites" placeholder="Name or code" />}
                <div className="set-sites">
                  {listedSites.map(({ id, name }) => {
                    const toSend = unsent.get(id);
                    return (
                      <div key={id}>
                        <Tick
                          checked={pending.get(id) ?? excluded.has(id)}
                          onChange={(event) => {
                            setPending(new Map([...pending, [id, event.target.checked]]));
                            void toggle.write({ site_id: id, isExcluded: event.target.checked, base: set });
                          }}
                        >
                          {name}
                        </Tick>
                        {toSend && <NotSent what={name} again={() => toggle.write(toSend)} giveUp={() => settle(id)} />}
                      </div>
                    );
                  })}
                </div>
                {listedSites.length < matching.length && (
                  <p className="note">{formatCount(matching.length - listedSites.length)} more. Search for them.</p>
                )}
                {matching.length === 0 && <p className="note">Nothing matches “{search}”.</p>}
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

const rank = (excluded: ReadonlySet<number>, { id }: { id: number }): number => (excluded.has(id) ? 0 : 1);
