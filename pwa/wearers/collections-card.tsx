import { useQuery } from '@tanstack/react-query';
import { collectionStateLabel } from '../../shared/collections/collection-state.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Collection, openCollection, type Person, readCollections } from './client.ts';
import { WearerListCard } from './wearer-card.tsx';

/** What somebody who leaves is to send back: their collections, and the button that opens one of everything that is still held. */
export function CollectionsCard({ person, mayOpen }: { person: Person; mayOpen: boolean }) {
  const newest = useQuery({ queryKey: ['wearer', person.id, 'newest-collection'], queryFn: ({ signal }) => readCollections(person.id, 1, signal) });
  const open = useWrite({ send: openCollection(person.id), success: 'Collection opened', refresh: [['wearer', person.id]] });
  const has = (newest.data?.total ?? 0) > 0;
  return (
    <>
      <WearerListCard
        title="Collections"
        noun={['collection', 'collections']}
        queryKey={['wearer', person.id, 'collections']}
        load={(page, signal) => readCollections(person.id, page, signal)}
        none="Nothing is collected yet. A collection has a slip for the parcel and says what is to come back."
        rowKey={({ id }) => id}
        row={(collection) => <CollectionRow collection={collection} />}
      />
      {mayOpen && (
        <Button look={has ? 'plain' : 'primary'} icon="plus" busy={open.busy} busyText="Opening…" onClick={() => void open.write(undefined)}>
          Open a collection
        </Button>
      )}
    </>
  );
}

function CollectionRow({ collection }: { collection: Collection }) {
  const { number, state, created_at, lines, slip } = collection;
  const expected = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const received = lines.reduce((sum, { qty_received }) => sum + qty_received, 0);
  return (
    <>
      <div className="grow">
        <p className="line flex-wrap">
          <span className="code strong">{number}</span>
          <Badge tone={state === 'received' ? 'done' : state === 'closed' ? 'line-only' : 'warn'}>{collectionStateLabel(state)}</Badge>
        </p>
        <p className="note">
          {received} of {countText(expected, 'item')} back, opened <DateText value={created_at} form="list" />
        </p>
      </div>
      {state !== 'closed' && (
        <a className="btn" href={slip} target="_blank" rel="noreferrer">
          <Icon name="print" />
          Slip
          <span className="sr"> of {number} (a PDF, in a new tab)</span>
        </a>
      )}
    </>
  );
}
