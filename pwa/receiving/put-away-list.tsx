import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Floor } from '../../shared/sync/floor.ts';
import { BinSheet } from '../offline/bin-sheet.tsx';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useView } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { ScansWait } from '../scan/scans-wait.tsx';
import { Badge } from '../ui/badge.tsx';
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
import { assignTote } from './assign-tote.ts';
import { localReceipts } from './local-receipts.ts';
import { MoveBinSheet } from './move-bin-sheet.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { printSkuLabels } from './print-labels.ts';
import { PutAwayItem } from './put-away-item.tsx';
import { PutAwayOrder, ToteSheet } from './put-away-order.tsx';
import { Bins, Totes } from './put-away-rest.tsx';
import { receiptScreen, remaining, strayMoves, type ToPutAway, type ToTote } from './receipt-screen.ts';
import '../ui/floor-stage.css';
import './receiving.css';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { usePutAway } from './use-put-away.ts';

const list = '/admin/receiving';

const sumOf = (each: readonly { qty: number }[]): number => each.reduce((sum, { qty }) => sum + qty, 0);

/** `12 items in 3 bins, 4 in 2 totes`. */
function wherePut(toBins: readonly ToPutAway[], toTotes: readonly ToTote[]): string {
  const inBins = toBins.length > 0 && `${countText(sumOf(toBins), 'item')} in ${countText(toBins.length, 'bin')}`;
  const inTotes =
    toTotes.length > 0 && `${toBins.length > 0 ? sumOf(toTotes) : countText(sumOf(toTotes), 'item')} in ${countText(toTotes.length, 'tote')}`;
  return [inBins, inTotes].filter(Boolean).join(', ');
}

/** Where the items of a delivery go, bin by bin in walking order, and in which totes they are. */
export default function PutAwayList() {
  const { receipt: uuid = '' } = useParams();
  const local = useStore(localReceipts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what this tablet keeps of the delivery is a part of it
  const screen = useView(useCallback((floor: Floor) => receiptScreen(floor, uuid), [uuid, local]));
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<'bin' | 'move' | 'tote' | null>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const { toBins, toTotes, open, inView, bin, takeBin, amount, setQty, note, asked, goTo, goToOrder, place } = usePutAway(
    uuid,
    screen,
    sheet === null,
  );
  const current = inView?.is === 'bin' ? inView.item : null;
  const order = inView?.is === 'tote' ? inView.order : null;

  if (screen === null)
    return (
      <Page title="Put away" back={`${list}/${uuid}`}>
        <FloorWaiting>
          <ScansWait />
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  const places: readonly { qty: number; qty_placed: number }[] = [...toBins, ...toTotes];
  const qtyToTakeOut = sumOf(screen.row ? strayMoves(screen.row) : []);
  const total = sumOf(places) + qtyToTakeOut;
  const placed = places.reduce((sum, one) => sum + Math.min(one.qty, one.qty_placed), 0);
  const totesToGo = toTotes.filter((one) => one.qty_placed < one.qty).length;
  const assign = async (to: ToTote, tote: string): Promise<void> => {
    setSheet(null);
    showRefusal(await assignTote(uuid, to.items, tote, to.tote));
  };
  const names = screen.orders.map(({ our_reference }) => our_reference).join(', ');
  return (
    <Page
      title="Put away"
      sub={
        <>
          <strong>
            {placed} of {countText(total, 'item')}
          </strong>
          {open.length > 0 && ` · ${countText(open.length, 'bin')} to go`}
          {totesToGo > 0 && ` · ${countText(totesToGo, 'tote')} to go`} · from {names || 'a delivery'}
        </>
      }
      back={`${list}/${uuid}`}
      done={total ? placed / total : 1}
      actions={
        <>
          <Button onClick={() => void navigate(list)}>{inView || qtyToTakeOut > 0 ? 'Later' : 'Done'}</Button>
          <CameraButton />
          <MenuOnDemand
            open={isMenuOpen}
            onOpenChange={setIsMenuOpen}
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
      <MessageSlot
        hint={
          current &&
          (order
            ? 'Scan the tote that takes the items of the order.'
            : 'Scan the bin, then scan it again to confirm the number. If the bin is full, scan another one.')
        }
      >
        {note && (
          <Banner tone={note.tone}>
            <WholeCodes>{note.text}</WholeCodes>
          </Banner>
        )}
        {asked && (
          <Banner tone="warn" action={<Button onClick={() => takeBin(asked.bin)}>Use {asked.bin}</Button>}>
            <strong>
              <WholeCodes>{asked.question}</WholeCodes>
            </strong>{' '}
            Scan it once more, or confirm.
          </Banner>
        )}
        <MovedNotice screen={screen} />
      </MessageSlot>
      <div className="pick">
        {current ? (
          <PutAwayItem
            item={current}
            bin={bin}
            amount={amount}
            isCovered={sheet !== null}
            onAmount={setQty}
            onTypeBin={() => setSheet('bin')}
            onPlace={() => void place(current, bin ?? current.bin, amount)}
          />
        ) : order ? (
          <PutAwayOrder
            isCovered={sheet !== null}
            key={order.order_number}
            order={order}
            onTote={(tote) => void assign(order, tote)}
            onTypeTote={() => setSheet('tote')}
            onBin={goTo}
          />
        ) : qtyToTakeOut > 0 ? (
          <section className="current" aria-label="To take out of a tote">
            <EmptyState title={`${countText(qtyToTakeOut, 'item')} in a tote ${qtyToTakeOut === 1 ? 'belongs' : 'belong'} in a bin`}>
              <p>The message above says which. Press Done there once they are in their bin.</p>
            </EmptyState>
          </section>
        ) : (
          <section className="current" aria-label="All put away">
            {toBins.length + toTotes.length > 0 ? (
              <div className="flow">
                <Badge tone="done" icon="check">
                  Everything is put away
                </Badge>
                <h2>{wherePut(toBins, toTotes)}</h2>
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
          <Totes totes={toTotes} current={order?.order_number ?? null} onChoose={goToOrder} onTote={(to, tote) => void assign(to, tote)} />
          <Bins heading="Put away" items={toBins.filter((one) => one !== current && remaining(one) === 0)} isDone onChoose={goTo} />
        </section>
      </div>
      {sheet === 'bin' && current && (
        <BinSheet
          sku={{ id: current.product_id, sku: current.line.sku }}
          description={`Scan the label of the bin that takes ${current.line.sku}, or type it.`}
          onClose={() => setSheet(null)}
          onChoose={(to) => {
            takeBin(to);
            setSheet(null);
          }}
        />
      )}
      {sheet === 'tote' && order && <ToteSheet order={order} onClose={() => setSheet(null)} onChoose={(tote) => void assign(order, tote)} />}
      {sheet === 'move' && <MoveBinSheet onClose={() => setSheet(null)} />}
    </Page>
  );
}
