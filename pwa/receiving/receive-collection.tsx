import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { qtyArrived, type ReceivedItems } from '../../shared/collections/receive-collection.ts';
import { itemCodeOf } from '../../shared/scan/gs1.ts';
import { withCode } from '../../shared/scan/is-code-of.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { CollectionLineRow, CollectionRow } from '../../shared/sync/rows.ts';
import { currentRows } from '../offline/current-floor.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useView } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { useScan } from '../scan/use-scan.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { receiveCollectionLine } from './receive-collection-line.ts';
import './receiving.css';

const list = '/admin/receiving';

/** What somebody who leaves sends back: every tap and scan is stored on this tablet before the screen shows it. */
export default function ReceiveCollection() {
  const id = Number(useParams().collection);
  const view = useView(useCallback(({ rows }: Floor) => ({ collection: rows.collection.get(id) ?? null }), [id]));
  if (view === null)
    return (
      <Page title="Collection" back={list}>
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  if (view.collection === null)
    return (
      <Page title="Collection" back={list}>
        <EmptyState title="This collection is not on this tablet" action={<ButtonLink to={list}>Back to goods in</ButtonLink>}>
          <p>It is closed, or it was opened a moment ago and this tablet has not heard of it yet.</p>
        </EmptyState>
      </Page>
    );
  return <ReceiveLines key={id} collection={view.collection} />;
}

const garmentOf = ({ size, name, variation_colour }: CollectionLineRow): string =>
  [[size, name].filter(Boolean).join(' '), variation_colour].filter(Boolean).join(', ');

function ReceiveLines({ collection }: { collection: CollectionRow }) {
  const { id, number, employee, account_name, lines } = collection;
  const [last, setLast] = useState<number | null>(null);
  const [note, setNote] = useState<{ tone: 'wrong' | 'done'; text: string } | null>(null);
  const set = async (line: CollectionLineRow, items: ReceivedItems): Promise<boolean> => {
    if (showRefusal(await receiveCollectionLine(id, line, items))) return false;
    setLast(line.order_line_id);
    setNote(null);
    return true;
  };
  useScan(async ({ text }) => {
    const current = currentRows().collection.get(id)?.lines ?? [];
    const matches = withCode(current, itemCodeOf(text));
    const line = matches.find((one) => qtyArrived(one) < one.qty_expected);
    if (!matches.length) return 'pass';
    if (!line) {
      setNote({ tone: 'wrong', text: `All of ${garmentOf(matches[0] as CollectionLineRow)} is here. Put this one aside and tell the office.` });
      return 'wrong';
    }
    return (await set(line, { ...line, qty_restocked: line.qty_restocked + 1 })) ? 'right' : 'wrong';
  });
  const expected = lines.reduce((sum, line) => sum + line.qty_expected, 0);
  const arrived = lines.reduce((sum, line) => sum + qtyArrived(line), 0);
  return (
    <Page
      name={`Collection ${number}`}
      title={
        <>
          <span className="code">{number}</span> <span className="font-normal">{employee}</span>
        </>
      }
      sub={account_name}
      back={list}
      flush
      strip={
        <div className="line">
          <p className="grow strong" role="status">
            {arrived} of {countText(expected, 'item')} here
          </p>
          {arrived === expected && (
            <Badge tone="done" icon="check">
              All here
            </Badge>
          )}
          <CameraButton />
        </div>
      }
    >
      <MessageSlot hint="Scan an item, or count it here.">{note && <Banner tone={note.tone}>{note.text}</Banner>}</MessageSlot>
      <ul className="rows bg-surface border-line border-y">
        {lines.map((line) => (
          <li key={line.order_line_id} className={classNames('collection-row', last === line.order_line_id && 'mine')}>
            <GarmentTile media={null} alt="" colour={line.colour_hex} size={56} />
            <div className="grow">
              <p className="line flex-wrap">
                <strong className="collection-size">{line.size}</strong>
                <strong className="cut" title={line.name}>
                  {line.name}
                </strong>
              </p>
              <p className="sub">
                {[line.variation_colour, line.bin ? `bin ${line.bin}` : 'no bin'].filter(Boolean).join(' · ')} ·{' '}
                <span className="code">{line.sku}</span>
              </p>
              <p className="note">{countText(line.qty_expected, 'item')} expected</p>
            </div>
            <div className="collection-counts">
              <Count
                words="Back on the shelf"
                line={line}
                value={line.qty_restocked}
                max={line.qty_expected - line.qty_written_off}
                onChange={(qty_restocked) => void set(line, { ...line, qty_restocked })}
              />
              <Count
                words="Written off"
                line={line}
                value={line.qty_written_off}
                max={line.qty_expected - line.qty_restocked}
                onChange={(qty_written_off) => void set(line, { ...line, qty_written_off })}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="note px-(--pad) py-4">Scan each item. What is worn out or soiled is counted as written off.</p>
    </Page>
  );
}

interface CountProps {
  words: string;
  line: CollectionLineRow;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

const Count = ({ words, line, value, max, onChange }: CountProps) => (
  <div className="collection-count">
    <span className="note">{words}</span>
    <QtyStepper value={value} min={0} max={max} label={`${words}: ${garmentOf(line)}`} onChange={onChange} scanThrough />
  </div>
);
