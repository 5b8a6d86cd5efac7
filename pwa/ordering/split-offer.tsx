import { useQuery } from '@tanstack/react-query';
import { listText } from '../../shared/list-text.ts';
import { checkSplitOrder, type SplitPart, splitBySite } from '../../shared/ordering/split-order.ts';
import { Button } from '../ui/button.tsx';
import { type Order, readSites } from './client.ts';
import { firstNames } from './order-words.ts';
import { useDeliverTo } from './use-deliver-to.ts';
import { useSplit } from './use-split.ts';
import './usual.css';

/** `Nadia works at Bristol`, `Nadia and Owen work at Bristol`. */
const worksAt = (part: SplitPart): string => `${firstNames(part.wearers)} ${part.wearers.length === 1 ? 'works' : 'work'} at ${part.site.name}`;

/**
 * Says which wearers of a draft do not work at the site to which it goes, and offers to split the draft by site. If nobody works there, it offers the
 * other site instead. Renders nothing if everybody works there, or if the person may not split the order.
 */
export function SplitOffer({ order }: { order: Order }) {
  const { can, delivery_site: site, employees } = order;
  const may = can.add_employees && checkSplitOrder(order).ok;
  const wearerSites = new Set(employees.flatMap((wearer) => wearer.sites.map(({ id }) => id)));
  const guess = splitBySite(order, site?.id ?? null, wearerSites);
  const { data, isError } = useQuery({
    queryKey: ['sites'],
    queryFn: ({ signal }) => readSites(signal),
    staleTime: 60_000,
    enabled: may && guess.parts.length > 0,
  });
  const { split, busy } = useSplit(order);
  const move = useDeliverTo(order);
  // Until the sites are read, the card is shown as for somebody who can deliver to each of them, so that the page does not move.
  const { parts, isEverybody } = data ? splitBySite(order, site?.id ?? null, new Set(data.items.map(({ id }) => id))) : guess;
  const [first, ...others] = parts;
  if (!may || !site || !first || isError) return null;
  return (
    <section className="card usual-question" aria-labelledby="split-offer">
      <div className="usual-question-head">
        <h2 id="split-offer">
          {others.length === 0
            ? worksAt(first)
            : listText([worksAt(first), ...others.map((part) => `${firstNames(part.wearers)} at ${part.site.name}`)])}
        </h2>
        <p className="sub text-md">
          This order goes to {site.name}.{' '}
          {!isEverybody &&
            (parts.length === 1 ? `Split it, and their items go to ${first.site.name}.` : 'Split it, and the items go to their sites.')}
        </p>
      </div>
      <div className="usual-question-act">
        {isEverybody ? (
          <Button icon="pin" onClick={() => void move.write(first.site.id)} busy={move.busy} disabled={!data} block>
            Deliver to {first.site.name}
          </Button>
        ) : (
          <Button onClick={split} busy={busy} busyText="Splitting…" disabled={!data} block>
            Split into {parts.length + 1} orders
          </Button>
        )}
      </div>
    </section>
  );
}
