import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { OfficeChoice } from '../../shared/sync/office-choices.ts';
import { lineFactsOf } from '../../shared/sync/refusal-facts.ts';
import { differenceWords, refusalWords } from '../../shared/sync/refusal-words.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { answer } from '../api/answer.ts';
import { searchSkus } from '../api/search-skus.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { SkuCombobox, type SkuOption } from '../ui/sku-combobox.tsx';
import { attention, type Item } from './client.ts';
import {
  countedBinsText,
  doneOf,
  isUnknown,
  membersText,
  numberIn,
  officeOffers,
  refusedOf,
  resultText,
  skuOrCode,
  tabletOf,
  textIn,
  titleOf,
  whoOf,
} from './office-words.ts';
import { Differences, Garment, Sides, showsSides } from './two-sides.tsx';

interface OfficeItemProps {
  item: Item;
  /** The refusals and goods that belong to the item's decision. */
  members: readonly Item[];
  /** The address of the page that shows only this item. */
  hrefOf: (item: Item) => string;
  onClose: () => void;
}

/** One open item, with everything that is needed to decide it, and the same choices as on the tablet. */
export function OfficeItem({ item, members, hrefOf, onClose }: OfficeItemProps) {
  const [failed, setFailed] = useState<string | null>(null);
  /** The SKU that a person chooses for items whose code is unknown. */
  const [sku, setSku] = useState<SkuOption | null>(null);
  const [countInput, setCountInput] = useState(item.qty === null ? '' : String(item.qty));
  const resolve = useWrite({
    send: ({ choice, qty }: { choice: OfficeChoice; qty: number | null }, options) =>
      answer(
        attention[':m'].resolve.$post(
          { param: { m: item.m }, json: { choice, qty, product_id: choice === 'receive' ? (sku?.id ?? null) : null } },
          options,
        ),
      ),
    success: ({ outcome }, { choice }) => (outcome === 'noop' ? 'Somebody has already decided this' : resultText(item, choice)),
    refresh: [['attention']],
    onSaved: onClose,
    onRefused: (error) => {
      if (error.code !== 'still_refused') return false;
      const { code = null, server = null } = (error.current ?? {}) as { code?: string | null; server?: Item['server'] };
      setFailed(refusalWords({ ...refusedOf(item), code, server }, whoOf(item)).title);
      return true;
    },
  });
  const isCount = item.kind === 'count_request';
  const qty = /^\d{1,6}$/.test(countInput) ? Number(countInput) : null;
  const available = numberIn(item, 'qty_available') ?? 0;
  const off = numberIn(item, 'qty_off_shelf') ?? 0;
  const difference = qty === item.qty ? numberIn(item, 'difference') : null;
  const offers = officeOffers(item);

  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={titleOf(item)}
      description={
        <>
          {[item.person?.name, tabletOf(item)].filter(Boolean).join(', ')}, <DateText value={item.at} form="moment" />
        </>
      }
      actions={
        <>
          <span className="sub attention-why">{whyOf(item)}</span>
          {[...offers].reverse().map((offer) => (
            <Button
              key={offer.choice}
              look={offer === offers[0] ? 'primary' : 'plain'}
              busy={resolve.busy}
              busyText="Deciding"
              disabled={(isCount && offer.choice === 'mine' && qty === null) || (offer.choice === 'receive' && isUnknown(item) && sku === null)}
              onClick={() => void resolve.write({ choice: offer.choice, qty: isCount && offer.choice === 'mine' ? qty : null })}
            >
              {offer.label}
            </Button>
          ))}
        </>
      }
    >
      <div className="flow">
        <Facts item={item} />
        {isUnknown(item) && (
          <SkuCombobox
            label="Which of our SKUs it is"
            placeholder="Our SKU, supplier SKU, barcode or name"
            value={sku}
            onChange={setSku}
            search={(words, signal) => searchSkus(words, undefined, signal)}
            none="No such product."
          />
        )}
        {item.kind === 'outcome' && <Refusal item={item} />}
        {isCount && (
          <div className="count-numbers">
            <Field label="Counted" hint={hintOf(item, qty)}>
              {(control) => (
                <input
                  {...control}
                  className="in num"
                  inputMode="numeric"
                  value={countInput}
                  onChange={(event) => setCountInput(event.target.value.trim())}
                />
              )}
            </Field>
            <p className="sub">
              {available} on hand, {off > 0 && `${off} of them picked already, `}
              {numberIn(item, 'qty_allocated') ?? 0} allocated
              {qty !== null && (
                <strong>{difference === null ? differenceText(qty + off - available, 'says') : differenceText(difference, 'said')}</strong>
              )}
            </p>
          </div>
        )}
        {failed && (
          <Banner tone="warn">
            <strong>This is still not possible.</strong> {failed}.
          </Banner>
        )}
        {members.length > 0 && (
          <>
            <p className="strong">Decided with it: {membersText(members)}</p>
            <ul className="card rows">
              {members.map((one) => (
                <li key={one.m}>
                  {one.kind === 'shelf_task' ? (
                    <Link className="grow cut" to={hrefOf(one)}>
                      {titleOf(one)}: {doneOf(one)}
                    </Link>
                  ) : (
                    <span className="grow cut">{doneOf(one)}</span>
                  )}
                  <span className="code note small">{one.kind === 'shelf_task' ? one.sku : one.code}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Says who else may decide the item. */
const whyOf = ({ kind }: Item): string => {
  if (kind === 'outcome') return 'The tablet shows this item as well, and people there can decide it.';
  return kind === 'shelf_task' ? 'Warehouse staff can also tick it by scanning.' : '';
};

/** The hint beside the number to confirm; undefined if none is needed. */
function hintOf(item: Item, qty: number | null): string | undefined {
  if (item.qty === null) return 'Nobody has counted yet. Count the items and enter the number.';
  return countedBinsText(item) && qty !== item.qty ? 'Another number is for all bins together: what was counted in each bin is not used.' : undefined;
}

/** How a count differs from the stock at the time of the count (`said`), or from the present stock (`says`). */
const differenceText = (by: number, verb: 'said' | 'says'): string =>
  by === 0 ? '; the count agrees' : `; ${Math.abs(by)} ${by > 0 ? 'more' : 'fewer'} than the stock ${verb}`;

const Facts = ({ item }: { item: Item }) => (
  <dl className="attention-facts">
    {item.order && (
      <>
        <dt>Order</dt>
        <dd>
          <Link className="code" to={`/admin/orders/${item.order.uuid}/edit`}>
            {item.order.order_number}
          </Link>
        </dd>
      </>
    )}
    {skuOrCode(item) && (
      <>
        <dt>{isUnknown(item) ? 'Code' : 'SKU'}</dt>
        <dd>
          <span className="code">{skuOrCode(item)}</span> {isUnknown(item) ? <span className="t-warn">not one of our SKUs</span> : item.garment}
        </dd>
      </>
    )}
    {item.text && (
      <>
        <dt>Done</dt>
        <dd>{item.text}</dd>
      </>
    )}
    {item.kind === 'loss' && (
      <>
        <dt>Since</dt>
        <dd>{since(item) ?? 'The last sync'}, by the tablet’s clock</dd>
      </>
    )}
    <GoodsFacts item={item} />
    {item.kind === 'shelf_task' && (
      <>
        <dt>Bin</dt>
        <dd>{textIn(item, 'bin') ?? 'No bin'}</dd>
      </>
    )}
  </dl>
);

/** The documents of the delivery that brought goods, the bins from which goods come, and the bins in which they were counted. */
function GoodsFacts({ item }: { item: Item }) {
  const bins = (item.server?.bins ?? []) as { bin: string; qty: number }[];
  const facts: [string, string | null][] = [
    ['Purchase order', textIn(item, 'our_reference')],
    ['Receipt', textIn(item, 'receipt')],
    ['Delivery note', textIn(item, 'delivery_note_number')],
    ['Scanned', isUnknown(item) ? null : textIn(item, 'scanned')],
    ['Notes', textIn(item, 'notes')],
    ['From', bins.map(({ bin, qty }) => `${bin} (${qty})`).join(', ') || null],
    ['Counted in', countedBinsText(item)],
  ];
  return facts.map(
    ([term, text]) =>
      text && (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </Fragment>
      ),
  );
}

const since = (item: Item): string | null => {
  const at = textIn(item, 'since');
  return at && !Number.isNaN(Date.parse(at)) ? formatDate(at, 'moment') : null;
};

function Refusal({ item }: { item: Item }) {
  const line = lineFactsOf(item.server);
  const differences = differenceWords(item.server);
  return (
    <>
      {line && <Garment line={line} />}
      {line && showsSides(item.code) && (
        <Sides line={line} device={null} ours={{ title: whoOf(item), tablet: tabletOf(item), at: line.mine.picked_at }} />
      )}
      <p>{refusalWords(refusedOf(item), whoOf(item)).text}</p>
      {differences.length > 0 && <Differences rows={differences} />}
    </>
  );
}
