import { useCallback, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isTote } from '../../shared/purchasing/tote.ts';
import { isCodeOf } from '../../shared/scan/is-code-of.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useView } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { ScansWait } from '../scan/scans-wait.tsx';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { Swatch } from '../ui/swatch.tsx';
import { BinSheet } from './bin-sheet.tsx';
import { GoodsSummary } from './goods-group.tsx';
import { localReceipts } from './local-receipts.ts';
import { MoveBinSheet } from './move-bin-sheet.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { printBagLabels, printSkuLabels } from './print-labels.ts';
import { putAllAway, putAway } from './put-away.ts';
import { putAwayOf, receiptScreen, type ToPutAway, type ToTote } from './receipt-screen.ts';
import { currentReceipt } from './use-receive-scan.ts';
import './receiving.css';

const list = '/admin/receiving';
const remaining = ({ qty, qty_placed }: { qty: number; qty_placed: number }): number => Math.max(0, qty - qty_placed);
const isSame = (one: string | null, other: string | null): boolean => one !== null && one.toUpperCase() === other?.toUpperCase();

/** Where the items of a delivery go, bin by bin in walking order, and in which totes they are. */
export default function PutAwayList() {
  const { receipt: uuid = '' } = useParams();
  const local = useStore(localReceipts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what this tablet keeps of the delivery is a part of it
  const screen = useView(useCallback((floor: Floor) => receiptScreen(floor, uuid), [uuid, local]));
  const navigate = useNavigate();
  const [chosen, choose] = useState<number | null>(null);
  /** The bin that was scanned for the item in view; null for its pick bin, not scanned yet. */
  const [bin, setBin] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [sheet, setSheet] = useState<'bin' | 'move' | null>(null);
  const [isMenuOpen, openMenu] = useState(false);
  const { toBins, toTotes } = screen ? putAwayOf(screen) : { toBins: [], toTotes: [] };
  const open = toBins.filter((one) => remaining(one) > 0);
  const current = open.find(({ product_id }) => product_id === chosen) ?? open[0] ?? null;
  const [qty, setQty] = useState<number | null>(null);
  const amount = current ? Math.min(qty ?? remaining(current), remaining(current)) : 0;

  const goTo = useCallback((product_id: number | null, to: string | null = null): void => {
    choose(product_id);
    setBin(to);
    setQty(null);
    setNote(null);
  }, []);
  const place = async (item: ToPutAway, into: string | null, many: number): Promise<boolean> => {
    if (into === null || many === 0) return false;
    const before = item.bins.find((one) => isSame(one.bin, into));
    const args = { receipt: uuid, product_id: item.product_id, bin: before?.bin ?? into, qty: (before?.qty ?? 0) + many };
    if (showRefusal(await putAway(args))) return false;
    goTo(null);
    return true;
  };
  const latest = useRef({ current, bin, amount });
  latest.current = { current, bin, amount };
  useScan(
    async ({ text }): Promise<Answer> => {
      const now = currentReceipt(uuid);
      if (!now) return 'pass';
      const refuse = (words: string): Answer => {
        setNote(words);
        return 'wrong';
      };
      const { current, bin, amount } = latest.current;
      const open = putAwayOf(now).toBins.filter((one) => remaining(one) > 0);
      const item = open.find(({ line }) => isCodeOf(line, text));
      if (item) {
        goTo(item.product_id);
        return 'right';
      }
      if (isTote(text)) return refuse('A tote is scanned when the item is counted.');
      const here = open.find((one) => isSame(one.bin, text));
      if (current && isSame(bin, text)) return (await place(current, text, amount)) ? 'right' : 'wrong';
      if (here && (!current || !isSame(current.bin, text))) {
        goTo(here.product_id, here.bin);
        return 'right';
      }
      if (!current) return 'pass';
      const target = resolveScanHere(text);
      if (target.is === 'product') return refuse(`${target.product.name} is not to be put away here.`);
      if (target.is !== 'bin' && target.is !== 'unknown') return 'pass';
      setBin(isSame(current.bin, text) ? current.bin : text.toUpperCase());
      setNote(null);
      return 'right';
    },
    { enabled: sheet === null },
  );

  if (screen === null)
    return (
      <Page title="Put away" back={`${list}/${uuid}`}>
        <FloorWaiting>
          <ScansWait />
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  const total = toBins.reduce((sum, one) => sum + one.qty, 0);
  const placed = toBins.reduce((sum, one) => sum + Math.min(one.qty, one.qty_placed), 0);
  const names = screen.orders.map(({ our_reference }) => our_reference).join(', ');
  return (
    <Page
      title="Put away"
      sub={
        <>
          <strong>
            {placed} of {countText(total, 'item')}
          </strong>
          {open.length > 0 && ` · ${countText(open.length, 'bin')} to go`} · from {names || 'a delivery'}
        </>
      }
      back={`${list}/${uuid}`}
      done={total ? placed / total : 1}
      actions={
        <>
          <Button onClick={() => void navigate(list)}>{open.length > 0 ? 'Later' : 'Done'}</Button>
          <CameraButton />
          <MenuOnDemand
            open={isMenuOpen}
            onOpenChange={openMenu}
            items={[
              { label: 'Move what is in a bin', onSelect: () => setSheet('move') },
              'line',
              {
                label: 'Print the labels of these SKUs',
                disabled: toBins.length === 0 && 'Nothing goes to a bin',
                onSelect: () => void printSkuLabels('sku', toBins),
              },
              {
                label: 'Print the labels of these bins',
                disabled: toBins.length === 0 && 'Nothing goes to a bin',
                onSelect: () => void printSkuLabels('bin', toBins),
              },
            ]}
          >
            <IconButton icon="more" label="More: move a bin, labels" />
          </MenuOnDemand>
        </>
      }
    >
      <MessageSlot hint="Scan the bin, and once more to confirm the number. Another bin’s label takes what does not fit.">
        {note && <Banner tone="wrong">{note}</Banner>}
        <MovedNotice screen={screen} />
      </MessageSlot>
      <div className="pick">
        {current ? (
          <section className="current goods" aria-label="The item in view">
            <div className="goes shelf" role="status">
              <span className={`bin huge${(bin ?? current.bin) ? '' : ' empty'}`}>
                <span className="sr">Bin </span>
                {bin ?? current.bin ?? 'No bin'}
              </span>
              <div className="goes-words">
                <p className="goes-title">Put {amount} here</p>
                <p className="sub goes-more">
                  {bin
                    ? isSame(bin, current.bin)
                      ? 'Scanned. Scan it once more, or confirm.'
                      : `An overflow bin. ${current.bin ? `The first is ${current.bin}.` : ''}`
                    : current.bin
                      ? 'Scan the bin label, then confirm.'
                      : 'It has no bin yet: scan the one you choose.'}
                </p>
              </div>
            </div>
            <div className="goods-what put-away-what">
              <GarmentTile
                media={current.line.picture_url ? [{ url: current.line.picture_url }] : null}
                colour={current.line.colour_hex}
                alt=""
                size="fill"
              />
              <div className="min-w-0">
                <p className="sized">{current.line.size}</p>
                <h2 className="goods-name">{current.line.name}</h2>
                <p className="line colour">
                  {current.line.colour && (
                    <>
                      <Swatch colour={current.line.colour_hex} large /> <strong>{current.line.colour}</strong>
                    </>
                  )}
                  <span className="note code">{current.line.sku}</span>
                </p>
              </div>
            </div>
            <QtyStepper
              key={current.product_id}
              size="xl"
              value={amount}
              min={1}
              max={remaining(current)}
              of={remaining(current)}
              onChange={setQty}
              label={`Put away of ${remaining(current)}, ${current.line.sku}`}
              scanThrough
            />
            <div className="acts">
              <Button size="lg" onClick={() => setSheet('bin')}>
                {current.bin ? 'Bin is full' : 'Type a bin'}
              </Button>
              <Button size="lg" look="primary" disabled={!(bin ?? current.bin)} onClick={() => void place(current, bin ?? current.bin, amount)}>
                Put {amount} away
              </Button>
            </div>
          </section>
        ) : (
          <section className="current" aria-label="All put away">
            {toBins.length + toTotes.length > 0 ? (
              <div className="flow">
                <Badge tone="done" icon="check">
                  Everything is put away
                </Badge>
                <h2>{total > 0 ? `${countText(total, 'item')} in ${countText(toBins.length, 'bin')}` : 'All of it is for orders'}</h2>
                <p className="sub">{toTotes.length > 0 ? 'The totes go to picking.' : 'Nobody waited for these items.'}</p>
              </div>
            ) : (
              <EmptyState title="Nothing to put away" action={<ButtonLink to={list}>Back to goods in</ButtonLink>}>
                <p>Items appear here as soon as they are counted.</p>
              </EmptyState>
            )}
          </section>
        )}
        <section className="card scroll goods-lines" aria-label="The rest of it">
          <Bins heading="Next, in bin order" items={open.filter((one) => one !== current)} onChoose={goTo} />
          <Totes totes={toTotes} receipt={uuid} />
          <Bins heading="Put away" items={toBins.filter((one) => remaining(one) === 0)} isDone onChoose={goTo} />
        </section>
      </div>
      {sheet === 'bin' && current && (
        <BinSheet
          name={current.line.sku}
          onClose={() => setSheet(null)}
          onChoose={(to) => {
            setBin(to);
            setSheet(null);
          }}
        />
      )}
      {sheet === 'move' && <MoveBinSheet onClose={() => setSheet(null)} />}
    </Page>
  );
}

interface BinsProps {
  heading: string;
  items: readonly ToPutAway[];
  isDone?: boolean;
  onChoose: (product_id: number) => void;
}

function Bins({ heading, items, isDone = false, onChoose }: BinsProps) {
  if (items.length === 0) return null;
  const sum = items.reduce((all, one) => all + (isDone ? one.qty_placed : remaining(one)), 0);
  return (
    <>
      <header>
        <h2>{heading}</h2>
        <span className="push note">
          {countText(items.length, 'SKU')} · {countText(sum, 'item')}
        </span>
      </header>
      <ul className="rows">
        {items.map((item) => {
          const where = isDone ? item.bins.map(({ bin, qty }) => `${qty} in ${bin}`).join(', ') : `bin ${item.bin ?? 'not chosen yet'}`;
          const content = (
            <>
              <GoodsSummary line={item.line} about={where} />
              {isDone ? (
                <Badge tone="done" icon="check">
                  {item.qty_placed} / {item.qty}
                </Badge>
              ) : (
                <span className="num goods-qty">
                  <strong>{remaining(item)}</strong>
                </span>
              )}
            </>
          );
          return (
            <li key={item.product_id}>
              {isDone ? (
                content
              ) : (
                <button type="button" className="goods-row" onClick={() => onChoose(item.product_id)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The orders whose items the delivery brought. */
function Totes({ totes, receipt }: { totes: readonly ToTote[]; receipt: string }) {
  if (totes.length === 0) return null;
  const inTote = (one: ToTote): void => {
    const { tote } = one;
    if (tote === null) return;
    void putAllAway(one.items.map(({ product_id, order_line_id, qty }) => ({ receipt, product_id, order_line_id, qty, tote }))).then(showRefusal);
  };
  return (
    <>
      <header>
        <h2>Totes</h2>
        <span className="push note">{countText(totes.length, 'order')}</span>
      </header>
      <ul className="rows">
        {totes.map((one) => (
          <li key={one.order_number} className="tote-row">
            <span className={`bin tote${one.tote ? '' : ' empty'}`}>{one.tote ?? 'Tote?'}</span>
            <div className="grow">
              <p className="cut">
                <strong className="code">{one.order_number}</strong> {one.wearers.join(', ')}
              </p>
              <p className="sub goods-about">
                {one.qty_placed} of {countText(one.qty, 'item')} {one.tote ? 'in it' : 'has no tote yet'} ·{' '}
                <button type="button" className="link" onClick={() => void printBagLabels(one.order_number)}>
                  Bag labels<span className="sr"> of order {one.order_number}</span>
                </button>
              </p>
            </div>
            {one.qty_placed >= one.qty ? (
              <Badge tone="done" icon="check">
                To picking
              </Badge>
            ) : (
              one.tote && <Button onClick={() => inTote(one)}>In the tote</Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
