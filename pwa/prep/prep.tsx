import { useCallback, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { totesText } from '../../shared/picking/totes-text.ts';
import { BAG_G } from '../../shared/prep/packaging.ts';
import { useTurns } from '../api/use-turns.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { startPrint } from '../offline/print-jobs.ts';
import { usePrep, useSyncState } from '../offline/use-floor.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import type { BagView, DecorationGroup, LineView, PrepScreen } from '../offline/views.ts';
import { WaitingPrintJobs } from '../offline/waiting-print-jobs.tsx';
import { WeighDialog } from '../offline/weigh-dialog.tsx';
import { judgeBag } from '../offline/weight-words.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { OrderNote } from '../ui/order-note.tsx';
import { Page } from '../ui/page.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useMedia } from '../ui/use-media.ts';
import { afterPrep, prepListPath } from './after-prep.ts';
import { ArtworkDialog } from './artwork-dialog.tsx';
import { type Proof, proofOf } from './bag-proof.ts';
import { Bags } from './bags.tsx';
import { completePrep } from './complete-prep.ts';
import { Decorations } from './decorations.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { packLines } from './pack-line.ts';
import { tickPrepLines } from './tick-prep-line.ts';
import { useBagWeights } from './use-bag-weights.ts';
import './prep.css';
import { ScanMessageBar } from './scan-message-bar.tsx';
import { type BenchTab, useBenchScan } from './use-bench-scan.ts';

/** One picked order in prep: what to decorate, then what goes into whose bag. */
export default function Prep() {
  const { uuid = '' } = useParams();
  const screen = usePrep(uuid);
  if (screen === undefined) {
    return (
      <Page title="Prep" back={prepListPath}>
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  }
  if (screen === null || screen.pick.state !== 'picked') {
    return (
      <Page title="Prep" back={prepListPath}>
        <EmptyState title="This order does not wait for prep" action={<ButtonLink to={prepListPath}>Back to prep</ButtonLink>}>
          <p>It is ready for dispatch already, or the office has taken it back.</p>
        </EmptyState>
      </Page>
    );
  }
  return <PrepOrder key={screen.pick.id} {...screen} />;
}

async function tick(lines: readonly LineView[], ticked: boolean): Promise<void> {
  showRefusal(await tickPrepLines(lines, ticked));
}

/** The open tab is stored in the address, so that a reload shows the same tab. An order without decoration starts with its bags. */
function useBenchTab(hasDecoration: boolean): [BenchTab, (tab: BenchTab) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab: BenchTab = hash.startsWith('#bagging') || (hash !== '#prep' && !hasDecoration) ? 'bagging' : 'prep';
  return [tab, (next) => void navigate({ hash: next }, { replace: true })];
}

function PrepOrder(screen: PrepScreen) {
  const { pick, groups, bags, qty_decorated, qty_ticked } = screen;
  const navigate = useNavigate();
  const { who } = useSession();
  const { online } = useSyncState();
  const elsewhere = useOtherTrolleys()(pick.holders);
  const totes = totesText(pick);
  const { ask, dialog } = useConfirm();
  const [tab, show] = useBenchTab(groups.length > 0);
  const { weights, weighed, onWeight, onScaleWeight, weightOf, ask: askWeight, close: closeWeighed } = useBagWeights(pick.id);
  const { message, selected, take, say } = useBenchScan(screen, tab, show, onScaleWeight);
  const [artwork, setArtwork] = useState<DecorationGroup | null>(null);
  const [labels, setLabels] = useState(false);
  const remaining = qty_decorated - qty_ticked;
  const open = bags.filter(({ label_printed_at }) => label_printed_at === null);

  const readyRef = useRef<HTMLButtonElement>(null);
  const inTurn = useTurns();
  const onTick = useCallback((lines: readonly LineView[], ticked: boolean): void => void inTurn(() => tick(lines, ticked)), [inTurn]);

  /** Prints labels. The same act records what lies in each bag: what was packed, or all of it where the weight or the packer says so. */
  const print = async (counts: ReadonlyMap<BagView, number>, proof: Proof = {}): Promise<void> => {
    const printJob = {
      what: 'bag_labels' as const,
      order_id: pick.order_id,
      order_number: pick.order_number,
      counts: Object.fromEntries([...counts].map(([bag, count]) => [bag.wearer.id, count])),
    };
    const requests = [...counts].map(([bag, count]) => ({
      what: 'bag_label' as const,
      pick_id: pick.id,
      employee_id: bag.wearer.id,
      count,
      ...proofOf(bag, proof),
    }));
    const { verdict, isKept } = await startPrint(printJob, requests);
    if (showRefusal(verdict)) return;
    if (isKept) toast('The label waits on this tablet until the network is back.', { tone: 'plain' });
    const unlabelled = open.filter((bag) => !counts.has(bag));
    const [first, ...others] = counts.keys();
    if (first)
      say({
        tone: 'right',
        title: others.length > 0 ? countText(counts.size, 'bag') : first.wearer.name,
        text: isKept ? 'The label waits for the network.' : unlabelled.length > 0 ? 'Labelled.' : 'Labelled. Every bag of this order has its label.',
        line_id: null,
      });
    // With the last label the order is ready, and Enter says so.
    if (unlabelled.length === 0) requestAnimationFrame(() => readyRef.current?.focus({ preventScroll: true }));
  };
  const printBag = async (bag: BagView, count: number): Promise<void> => {
    const weight_g = weightOf(bag, selected);
    const verdict = weight_g === undefined ? null : judgeBag(bag, weight_g);
    if (weight_g !== undefined && verdict?.is === 'differs') return askWeight({ bag, count, weight_g, verdict });
    if (verdict?.is === 'fits') return print(new Map([[bag, count]]), { weight_g, is_whole: true });
    const missing = bag.qty - bag.qty_packed;
    const isSure =
      missing === 0 ||
      bag.label_printed_at !== null ||
      (await ask({
        title: `Print the label of ${bag.wearer.name}?`,
        body: `${countText(missing, 'item')} of ${bag.qty} ${missing === 1 ? 'is' : 'are'} not ticked or scanned into this bag yet.`,
        action: 'Print label',
        keep: 'Check the bag first',
      }));
    if (isSure) await print(new Map([[bag, count]]), { weight_g });
  };
  const latestPrint = useRef(printBag);
  latestPrint.current = printBag;
  const onPrint = useCallback((bag: BagView, count: number): void => void latestPrint.current(bag, count), []);

  const ready = async (): Promise<void> => {
    const sure = await ask({
      title: 'Are you sure this order is ready for dispatch?',
      body: <ReadyFacts screen={screen} open={open} />,
      action: 'Ready for Dispatch',
      keep: 'Not yet',
    });
    if (!sure) return;
    if (showRefusal(await inTurn(() => completePrep(pick.id)))) return;
    toast(pick.skip_dispatch ? 'It skips dispatch and counts as shipped.' : 'Next: dispatch.', { title: `Order ${pick.order_number} is prepped` });
    await navigate(afterPrep(who?.user.primary_role, online));
  };

  const isPhone = useMedia('(max-width: 599px)');
  const missing = remaining > 0 ? `${countText(remaining, 'item')} to prep before this order is ready for dispatch.` : null;
  const hint = tab === 'prep' ? (missing ?? 'Everything is prepped.') : 'Scan a garment to find its bag.';
  const readyButton = (
    <Button
      ref={readyRef}
      look="primary"
      block={isPhone}
      disabled={remaining > 0 || pick.is_frozen}
      title={pick.is_frozen ? 'The office has put this order on hold.' : (missing ?? undefined)}
      onClick={() => void ready()}
    >
      Ready for Dispatch
    </Button>
  );
  return (
    <Page
      name={`Prep ${pick.order_number}`}
      title={
        <>
          <span className="code">{pick.order_number}</span> <span className="font-normal">{pick.account_name}</span>
        </>
      }
      sub={
        <>
          {/* The end of this line may be cut off, so what a packer has to know is at its beginning. */}
          {elsewhere && <span className="t-warn strong">{elsewhere} · </span>}
          {totes && <strong>{totes} · </strong>}
          {pick.site_name} · picked{pick.picker && ` by ${pick.picker.name}`}
          {pick.picked_at && (
            <>
              , <DateText value={pick.picked_at} form="moment" />
            </>
          )}
        </>
      }
      back={prepListPath}
      done={qty_decorated ? qty_ticked / qty_decorated : undefined}
      actions={
        <>
          <CameraButton />
          {!isPhone && readyButton}
        </>
      }
      primary={isPhone && readyButton}
      strip={
        <>
          <TabLinks
            label="Order"
            current={tab}
            tabs={[
              { key: 'prep', to: '#prep', label: 'Prep', note: qty_decorated ? `${qty_ticked} of ${qty_decorated}` : 'none' },
              { key: 'bagging', to: '#bagging', label: 'Bagging', note: countText(bags.length, 'wearer') },
            ]}
          />
          <MessageSlot hint={hint}>
            {pick.is_frozen ? (
              <Banner tone="wrong">
                <strong>Stop: the office has put this order on hold.</strong> {pick.frozen_reason} Leave it as it is.
              </Banner>
            ) : (
              message && <ScanMessageBar message={message} />
            )}
          </MessageSlot>
        </>
      }
    >
      <div className="stack">
        <OrderNote order={pick} />
        {tab === 'prep' ? (
          <Decorations screen={screen} scannedLine={message?.line_id ?? null} onTick={onTick} onArtwork={setArtwork} />
        ) : (
          <Bags
            screen={screen}
            selected={selected}
            scannedLine={message?.line_id ?? null}
            weights={weights}
            onTake={take}
            onWeight={onWeight}
            onPrint={onPrint}
            onPrintAll={() => setLabels(true)}
          />
        )}
        {/* Below the work: waiting print jobs come and go, and must not move a bag. */}
        <WaitingPrintJobs />
      </div>
      <ArtworkDialog group={artwork} logo_url={pick.account_logo_url} onClose={() => setArtwork(null)} />
      {labels && (
        <LabelDialog
          pick={pick}
          bags={bags}
          online={online}
          onClose={() => setLabels(false)}
          onPrint={(counts) => {
            setLabels(false);
            void print(counts);
          }}
        />
      )}
      {weighed && (
        <WeighDialog
          place="bag"
          heading={weighed.bag.wearer.name}
          qty={weighed.bag.qty}
          lines={weighed.bag.lines.map((line) => ({ line, qty: line.qty_picked }))}
          others={[{ key: 'bag', label: 'Bag and paper', grams: BAG_G }]}
          weight_g={weighed.weight_g}
          verdict={weighed.verdict}
          onWeighAgain={() => {
            onWeight(weighed.bag, null);
            take(weighed.bag);
            closeWeighed();
          }}
          onCount={() => {
            onWeight(weighed.bag, null);
            void inTurn(() => packLines(weighed.bag.lines.map((line) => ({ ...line, qty_packed: 0 })))).then(showRefusal);
            take(weighed.bag);
            closeWeighed();
          }}
          onAccept={() => {
            closeWeighed();
            const { bag, count, weight_g, verdict } = weighed;
            void print(new Map([[bag, count]]), { weight_g, expected_g: verdict.expected_g, is_whole: true });
          }}
        />
      )}
      {dialog}
    </Page>
  );
}

/** The facts in the question before an order leaves prep. */
function ReadyFacts({ screen: { pick, bags }, open }: { screen: PrepScreen; open: readonly BagView[] }) {
  const names = open.slice(0, 3).map(({ wearer }) => wearer.name);
  const more = open.length - names.length;
  return (
    <>
      <p>
        Order {pick.order_number}, {countText(pick.qty_picked, 'item')} in {countText(bags.length, 'bag')}.
        {pick.skip_dispatch && ' It skips dispatch and counts as shipped at once.'}
      </p>
      {open.length > 0 && (
        <p>
          <strong>{countText(open.length, 'bag')} without a label:</strong> {names.join(', ')}
          {more > 0 && ` and ${more} more`}.
        </p>
      )}
    </>
  );
}
