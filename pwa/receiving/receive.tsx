import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { itemCodeOf } from '../../shared/scan/gs1.ts';
import { withCode } from '../../shared/scan/is-code-of.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useView } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { ScansWait } from '../scan/scans-wait.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { Page } from '../ui/page.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { AsideSheet } from './aside-sheet.tsx';
import { assignTote } from './assign-tote.ts';
import { ChooseOrder } from './choose-order.tsx';
import { CurrentGoods } from './current-goods.tsx';
import { FinishSheet } from './finish-sheet.tsx';
import { type OrderToReceive, supplierWords } from './goods.ts';
import { GoodsGroup } from './goods-group.tsx';
import { addOrder, finishReceipt, localReceipts, reopenReceipt } from './local-receipts.ts';
import { MovedNotice } from './moved-notice.tsx';
import { printBagLabels, printSkuLabels } from './print-labels.ts';
import { lineFor, putAwayOf, type ReceiptScreen, receiptScreen } from './receipt-screen.ts';
import { setReceiptLine } from './set-receipt-line.ts';
import { type AskedBin, countCode, type GoodsNote, putInBin, type Stray, unusual, useReceiveScan } from './use-receive-scan.ts';
import '../ui/floor-stage.css';
import './receiving.css';
import { WholeCodes } from '../ui/whole-codes.tsx';

const list = '/admin/receiving';

/** One delivery: every tap and scan is stored on this tablet before the screen shows it. */
export default function Receive() {
  const { receipt: uuid = '' } = useParams();
  const hash = new URLSearchParams(useLocation().hash.slice(1));
  const [order, code] = [Number(hash.get('order')), hash.get('code')];
  const local = useStore(localReceipts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what this tablet keeps of the delivery is a part of it
  const screen = useView(useCallback((floor: Floor) => receiptScreen(floor, uuid), [uuid, local]));
  const isKnown = order > 0;
  useEffect(() => {
    if (isKnown) addOrder(uuid, order);
  }, [uuid, order, isKnown]);
  if (screen === null)
    return (
      <Page title="Goods in" back={list}>
        <FloorWaiting>
          <ScansWait />
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  if (screen.orders.length === 0 || screen.row?.is_reversed)
    return (
      <Page title="Goods in" back={list}>
        <EmptyState
          title={screen.row?.is_reversed ? 'The office has reversed this receipt' : 'This delivery is not on this tablet'}
          action={<ButtonLink to={list}>Back to goods in</ButtonLink>}
        >
          <p>
            {screen.row?.is_reversed ? 'Receive the items again if they are here.' : 'Its purchase order is closed, or it was received longer ago.'}
          </p>
        </EmptyState>
      </Page>
    );
  return <ReceiveGoods key={uuid} screen={screen} first={code} />;
}

/** The sheet that is open over the screen. */
type Over = { is: 'finish' } | { is: 'aside'; stray: Stray | null } | { is: 'orders'; code: string; orders: OrderToReceive[] };

function ReceiveGoods({ screen, first }: { screen: ReceiptScreen; first: string | null }) {
  const { uuid, lines, orders, groups, qty, expected, local } = screen;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(() => (first ? (lineFor(withCode(lines, itemCodeOf(first)))?.key ?? null) : null));
  const [place, setPlace] = useState<string | null>(null);
  const [note, setNote] = useState<GoodsNote | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const asked = note?.bin ?? null;
  const current = lines.find(({ key }) => key === chosen) ?? groups.remaining[0] ?? null;

  const show = useCallback((key: string) => {
    setChosen(key);
    setPlace(null);
    setNote(null);
  }, []);
  useReceiveScan(uuid, {
    chosen: current?.key ?? null,
    place,
    asked,
    show,
    note: setNote,
    ask: (code, others) => setOver({ is: 'orders', code, orders: others }),
    stray: (stray) => setOver({ is: 'aside', stray }),
  });

  const count = async (to: number): Promise<void> => {
    if (!current) return;
    setChosen(current.key);
    const isMany = to - current.qty > 1;
    if (showRefusal(await setReceiptLine(uuid, current, to))) return;
    // If somebody counted several items at once, the screen shows the first place with room, and below it all further places.
    setPlace(isMany ? (current.places.find((one) => one.qty < one.of)?.key ?? null) : null);
    setNote(unusual(current, to));
  };
  const addTo = async (code: string, order: OrderToReceive): Promise<void> => {
    addOrder(uuid, order.id);
    setOver(null);
    const counted = await countCode(uuid, code);
    if (counted) show(counted.line.key);
  };
  const confirmBin = async (bin: AskedBin): Promise<void> => setNote(await putInBin(uuid, bin));
  const finish = async (): Promise<void> => {
    const { toTotes } = putAwayOf(screen);
    for (const { tote, items, qty, qty_placed } of toTotes) {
      if (tote !== null && qty_placed < qty && showRefusal(await assignTote(uuid, items, tote, tote))) return;
    }
    finishReceipt(uuid);
    await navigate(`${list}/${uuid}/put-away`);
  };
  /** The lines in the sequence in which the screen shows them. */
  const inView = [...groups.remaining, ...groups.counted, ...groups.later];
  const clients = [...new Set(orders.map(({ account_name }) => account_name ?? 'For stock'))].join(', ');
  const names = orders.map(({ our_reference }) => our_reference).join(', ');
  const senders = [...new Set(orders.map(supplierWords))].filter(Boolean).join(', ');
  return (
    <Page
      name={`Goods in ${names}`}
      title={
        <>
          <span className="code">{names}</span> <span className="font-normal">{clients}</span>
        </>
      }
      sub={
        <>
          <strong>
            {qty} of {countText(expected, 'item')}
          </strong>
          {screen.row?.delivery_note_number && <> · note {screen.row.delivery_note_number}</>}
          {senders && ` · ${senders}`}
        </>
      }
      back={list}
      done={expected ? qty / expected : 0}
      actions={
        <>
          <Button disabled={!screen.row} onClick={() => setOver({ is: 'finish' })}>
            Finish
          </Button>
          <CameraButton />
          <MenuOnDemand
            open={isMenuOpen}
            onOpenChange={setIsMenuOpen}
            items={[
              { label: 'Put away', disabled: !screen.row && 'Nothing is counted yet', onSelect: () => void navigate(`${list}/${uuid}/put-away`) },
              { label: 'Set something aside', disabled: !current && 'Choose a line first', onSelect: () => setOver({ is: 'aside', stray: null }) },
              { label: 'Delivery note number', disabled: !screen.row && 'Nothing is counted yet', onSelect: () => setOver({ is: 'finish' }) },
              'line',
              { label: 'Print the labels of these SKUs', onSelect: () => void printSkuLabels('sku', inView) },
              { label: 'Print the labels of their bins', onSelect: () => void printSkuLabels('bin', inView) },
            ]}
          >
            <IconButton icon="more" label="More: put away, set aside, labels" />
          </MenuOnDemand>
        </>
      }
    >
      <MessageSlot hint="Scan each item, or count by hand. Then scan the tote or bin that it goes to.">
        {note && (
          <Banner tone={note.tone} action={asked && <Button onClick={() => void confirmBin(asked)}>Use {asked.bin}</Button>}>
            <WholeCodes>{note.text}</WholeCodes>
            {asked && ' Scan it once more, or confirm.'}
          </Banner>
        )}
        <MovedNotice screen={screen} />
        {local?.finished_at && !note && (
          <Banner tone="done" action={<Button onClick={() => reopenReceipt(uuid)}>Count more</Button>}>
            This delivery is counted.
          </Banner>
        )}
      </MessageSlot>
      <div className="pick">
        {current ? (
          <CurrentGoods
            key={current.key}
            line={current}
            place={place}
            isCovered={over !== null}
            onPlace={setPlace}
            onCount={(to) => void count(to)}
            onAside={() => setOver({ is: 'aside', stray: null })}
            onPrint={(what) => {
              const chosenPlace =
                current.places.find(({ key }) => key === place) ?? current.places.findLast((one) => one.qty > 0) ?? current.places[0];
              if (what === 'bag' && chosenPlace?.order_number) void printBagLabels(chosenPlace.order_number);
              else void printSkuLabels('bin', [current]);
            }}
          />
        ) : (
          <AllCounted screen={screen} onFinish={() => setOver({ is: 'finish' })} />
        )}
        <section className="card scroll goods-lines" aria-label="Lines">
          <GoodsGroup
            heading="Still to scan"
            of="remaining"
            lines={groups.remaining}
            current={current?.key ?? null}
            hasOrders={orders.length > 1}
            onChoose={show}
          />
          <GoodsGroup
            heading="Counted"
            of="counted"
            lines={groups.counted}
            current={current?.key ?? null}
            hasOrders={orders.length > 1}
            onChoose={show}
          />
          <GoodsGroup
            heading="Not in this delivery"
            of="later"
            lines={groups.later}
            current={current?.key ?? null}
            hasOrders={orders.length > 1}
            onChoose={show}
          />
          <Asides screen={screen} />
        </section>
      </div>
      {over?.is === 'finish' && <FinishSheet screen={screen} onClose={() => setOver(null)} onFinish={() => void finish()} />}
      {over?.is === 'aside' && (over.stray || current) && (
        <AsideSheet
          receipt={uuid}
          row={screen.row}
          goods={over.stray ? { stray: over.stray } : { line: current as NonNullable<typeof current> }}
          onClose={() => setOver(null)}
        />
      )}
      {over?.is === 'orders' && (
        <ChooseOrder
          title="It is on another purchase order"
          description={`${over.code}: choose the one that is in this delivery too.`}
          orders={over.orders}
          onClose={() => setOver(null)}
          onChoose={(order) => void addTo(over.code, order)}
        />
      )}
    </Page>
  );
}

/** Shown once everything that was to come is counted. */
function AllCounted({ screen: { qty, expected, row }, onFinish }: { screen: ReceiptScreen; onFinish: () => void }) {
  const section = useTapGuard<HTMLElement>('done');
  return (
    <section className="current" aria-label="All lines counted" ref={section}>
      <div className="flow">
        <h2>
          {qty} of {countText(expected, 'item')} counted
        </h2>
        <p className="sub">Nothing else is to come on these purchase orders. Scan what is here all the same: more than was ordered is taken in.</p>
      </div>
      <Button size="lg" look="primary" block disabled={!row} onClick={onFinish}>
        Finish
      </Button>
    </section>
  );
}

/** The items of the delivery that are set aside. */
function Asides({ screen: { row } }: { screen: ReceiptScreen }) {
  const asides = (row?.set_asides ?? []).filter(({ qty }) => qty > 0);
  if (asides.length === 0) return null;
  return (
    <>
      <header>
        <h2>Set aside</h2>
        <span className="push note">
          {countText(
            asides.reduce((sum, { qty }) => sum + qty, 0),
            'item',
          )}
        </span>
      </header>
      <ul className="rows">
        {asides.map(({ code, reason, notes, qty }) => (
          <li key={`${code} ${reason}`}>
            <span className="grow">
              <span className="code strong">{code}</span>
              <span className="sub">{[reason, notes].filter(Boolean).join(': ')}</span>
            </span>
            <strong className="num">{qty}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
