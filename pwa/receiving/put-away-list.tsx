import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Floor } from '../../shared/sync/floor.ts';
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
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { BinSheet } from './bin-sheet.tsx';
import { localReceipts } from './local-receipts.ts';
import { MoveBinSheet } from './move-bin-sheet.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { printSkuLabels } from './print-labels.ts';
import { PutAwayItem } from './put-away-item.tsx';
import { Bins, Totes } from './put-away-rest.tsx';
import { receiptScreen, remaining } from './receipt-screen.ts';
import '../ui/floor-stage.css';
import './receiving.css';
import { usePutAway } from './use-put-away.ts';

const list = '/admin/receiving';

/** Where the items of a delivery go, bin by bin in walking order, and in which totes they are. */
export default function PutAwayList() {
  const { receipt: uuid = '' } = useParams();
  const local = useStore(localReceipts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what this tablet keeps of the delivery is a part of it
  const screen = useView(useCallback((floor: Floor) => receiptScreen(floor, uuid), [uuid, local]));
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<'bin' | 'move' | null>(null);
  const [isMenuOpen, openMenu] = useState(false);
  const { toBins, toTotes, open, current, bin, setBin, amount, setQty, note, goTo, place } = usePutAway(uuid, screen, sheet === null);

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
          <PutAwayItem
            item={current}
            bin={bin}
            amount={amount}
            isCovered={sheet !== null}
            onAmount={setQty}
            onTypeBin={() => setSheet('bin')}
            onPlace={() => void place(current, bin ?? current.bin, amount)}
          />
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
