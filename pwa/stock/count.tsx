import { useCallback, useEffect, useState } from 'react';
import { holdsText } from '../../shared/folded.ts';
import { BinSheet } from '../offline/bin-sheet.tsx';
import { currentRows } from '../offline/current-floor.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { binQuestionHere } from '../offline/skus-here.ts';
import { useView } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { useSession } from '../session/use-session.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { leaving, mayLeave } from '../ui/leave-guard.ts';
import { OrderRowsSkeleton } from '../ui/order-rows-skeleton.tsx';
import { Page } from '../ui/page.tsx';
import type { ListQuery, PageOf } from '../ui/page-of.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { toast } from '../ui/toast.ts';
import { useKeydown } from '../ui/use-keydown.ts';
import { useListState } from '../ui/use-list-state.ts';
import { BinCount } from './bin-count.tsx';
import { type BinCounts, beginCount, countedBins, goToBin, noBins, setCounted, uncountedText } from './bin-counts.ts';
import { type BinSession, beginBin } from './bin-session.ts';
import { CountBins } from './count-bins.tsx';
import { keepCountDraft, readCountDraft } from './count-draft.ts';
import { CountEntry } from './count-entry.tsx';
import { countStock } from './count-stock.ts';
import '../ui/floor-stage.css';
import './stock.css';
import { skuName } from './stock-words.ts';
import { type Countable, type ShelfToCount, toCountList } from './to-count.ts';
import { useCountScan } from './use-count-scan.ts';

/** The question before a SKU is counted in another SKU's bin. */
const COUNT_THERE = 'Are these there too?';

const nameOf = (sku: Pick<Countable, 'name' | 'colour' | 'size' | 'sku'>): string => skuName({ ...sku, variation_colour: sku.colour });

/** Converts a row of the list into the product to count. */
const countable = ({ product_id, sku, name, variation_colour, size, bin, overflow_bins, reason }: ShelfToCount): Countable => ({
  ...{ id: product_id, sku, name, colour: variation_colour, size, bin, overflow_bins, reason },
});

/** One page of the shelves that match the search. */
function pageOfShelves(rows: readonly ShelfToCount[], { page, per_page, search = '' }: ListQuery): PageOf<ShelfToCount> {
  const matches = rows.filter(({ sku, name, bin }) => [sku, name, bin].some((text) => holdsText(text, search)));
  return { items: matches.slice((page - 1) * per_page, page * per_page), current_page: page, per_page, total: matches.length };
}

/** Shelves to be counted, in walking order, from this tablet's data. The person who counts does not see the expected quantity. */
export default function CountStock() {
  const list = useListState({ orderBy: 'bin', sortedBy: 'asc', per_page: 100 });
  const shelves = useView(toCountList);
  const { id: user_id } = useSession().who.user;
  // A count that a reload interrupted goes on.
  const [draft] = useState(() => readCountDraft(user_id));
  const draftOfSku = draft && 'sku' in draft ? draft : null;
  const [openShelf, setOpenShelf] = useState<Countable | null>(draftOfSku?.sku ?? null);
  /** The count of a bin with all that is in it, as it begins. */
  const [bin, setBin] = useState<BinSession | null>(draft && 'session' in draft ? draft.session : null);
  const [isDraft, setIsDraft] = useState(false);
  const [counts, setCounts] = useState(draftOfSku?.counts ?? noBins);
  /** The bin that a dialog offers to add to the SKU's count: empty until it is scanned or typed; null while the dialog is closed. */
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    // A bin stores its own count.
    if (bin === null) keepCountDraft(user_id, openShelf && countedBins(counts).length > 0 ? { sku: openShelf, counts } : null);
  }, [user_id, bin, openShelf, counts]);
  const close = useCallback(() => {
    setOpenShelf(null);
    setIsDraft(false);
    setAsked(null);
  }, []);
  const openCount = (sku: Countable, code = ''): void => {
    setOpenShelf(sku);
    setCounts(beginCount(sku, code));
  };
  const goTo = (bin: string): void => {
    setCounts((before) => goToBin(before, bin));
    setAsked(null);
  };
  useCountScan({
    open: openShelf,
    isDraft,
    counts,
    enabled: bin === null,
    show: (code, sku) => openCount(sku, code),
    showBin: (code, skus) => {
      close();
      setBin(beginBin(code, skus));
    },
    countOne: () => setCounts((before) => setCounted(before, (qty) => (qty ?? 0) + 1)),
    goTo,
    ask: (code) => {
      const bin = code.toUpperCase().slice(0, 40);
      const isAsked = openShelf !== null && binQuestionHere(currentRows(), openShelf, bin, COUNT_THERE) !== null;
      if (isAsked) setAsked(bin);
      else goTo(bin);
      return isAsked;
    },
  });
  const record = async (sku: Countable, counted: BinCounts): Promise<boolean> => {
    const bins = countedBins(counted);
    if (showRefusal(await countStock(sku, bins))) return false;
    const uncounted = uncountedText(counted);
    const qty = bins.reduce((sum, one) => sum + one.qty, 0);
    toast(`${qty} of ${nameOf(sku)}. ${uncounted ? `Still to be counted: ${uncounted}.` : 'The office checks a count that is far from the stock.'}`, {
      title: 'Counted',
    });
    close();
    return true;
  };
  if (bin) return <BinCount begun={bin} onClose={() => setBin(null)} />;
  if (openShelf) {
    const shelf = shelves?.find(({ product_id }) => product_id === openShelf.id);
    const sku = { ...openShelf, ...(shelf && { reason: shelf.reason }) };
    return (
      <>
        <ShelfCount
          key={openShelf.id}
          sku={sku}
          isCovered={asked !== null}
          counts={counts}
          onCounts={setCounts}
          onAddBin={() => setAsked('')}
          onClose={close}
          onDraft={setIsDraft}
          record={record}
        />
        {asked !== null && (
          <BinSheet
            key={asked}
            sku={openShelf}
            description={`Scan the label of the bin in which ${openShelf.sku} lies too, or type it.`}
            bin={asked}
            ask={COUNT_THERE}
            onClose={() => setAsked(null)}
            onChoose={goTo}
          />
        )}
      </>
    );
  }
  return (
    <Page title="Count stock" sub="Scan a bin or a SKU, or choose a shelf" actions={<CameraButton />} fill>
      {shelves === null ? (
        <FloorWaiting>
          <OrderRowsSkeleton />
        </FloorWaiting>
      ) : (
        <DataTable
          noun={['shelf', 'shelves']}
          list={list}
          queryKey={['floor', 'to-count', shelves]}
          load={(query) => Promise.resolve(pageOfShelves(shelves, query))}
          searchPlaceholder="SKU, name or bin"
          columns={[
            { key: 'bin', heading: 'Bin', width: 104, cell: (row) => <BinPlate bin={row.bin} /> },
            { key: 'sku', heading: 'SKU', width: 170, cell: (row) => <span className="code strong">{row.sku}</span> },
            { key: 'size', heading: 'Size', width: 96, cell: (row) => row.size },
            {
              key: 'name',
              heading: 'Product',
              minWidth: 220,
              cell: (row) => [row.name, row.variation_colour].filter(Boolean).join(', '),
              title: (row) => nameOf(countable(row)),
            },
            { key: 'why', heading: 'Why', width: 170, wide: true, cell: (row) => row.reason },
            { key: 'since', heading: 'Since', width: 180, wide: 'first', cell: (row) => <DateText value={row.since} form="moment" /> },
            {
              key: 'count',
              heading: 'Count',
              hiddenHeading: true,
              width: 120,
              cell: (row) => <CountButton sku={countable(row)} choose={openCount} />,
            },
          ]}
          rowId={(row) => String(row.product_id)}
          rowName={(row) => nameOf(countable(row))}
          card={(row) => (
            <>
              <span className="line">
                <BinPlate bin={row.bin} />
                <span className="code strong cut">{row.sku}</span>
                <span className="push">
                  <CountButton sku={countable(row)} choose={openCount} />
                </span>
              </span>
              <span>{nameOf(countable(row))}</span>
              <span className="sub">
                {row.reason}, <DateText value={row.since} form="moment" />
              </span>
            </>
          )}
          empty="Nothing to count"
          emptyHint={<p>A shelf appears here when a picker finds less than was allocated, or when somebody requests a count.</p>}
        />
      )}
    </Page>
  );
}

const CountButton = ({ sku, choose }: { sku: Countable; choose: (sku: Countable) => void }) => (
  <Button onClick={() => choose(sku)}>
    Count<span className="sr"> {nameOf(sku)}</span>
  </Button>
);

interface ShelfCountProps {
  sku: Countable;
  /** True while a sheet covers this screen. */
  isCovered: boolean;
  counts: BinCounts;
  onCounts: (change: (before: BinCounts) => BinCounts) => void;
  onAddBin: () => void;
  onClose: () => void;
  onDraft: (isDraft: boolean) => void;
  record: (sku: Countable, counts: BinCounts) => Promise<boolean>;
}

/** Counts one SKU on the whole screen. Escape and the button both ask the person before they discard an unrecorded count. */
function ShelfCount({ sku, isCovered, counts, onCounts, onAddBin, onClose, onDraft, record }: ShelfCountProps) {
  const leave = useCallback((): void => void mayLeave().then((leaves) => leaves && onClose()), [onClose]);
  const body = useTapGuard<HTMLDivElement>(sku.id);
  const { bins, at } = counts;
  const isSplit = bins.length > 1;
  const chosen = at === null ? undefined : bins[at];
  const others = bins.flatMap(({ qty }, place) => (qty === null || place === at ? [] : [qty]));
  const uncounted = uncountedText(counts);
  useKeydown(
    (event) => {
      // A scan sends Escape to remove what it typed, and an open sheet handles Escape itself.
      if (event.key !== 'Escape' || !event.isTrusted || isCovered || leaving.get() !== null) return;
      // The typed number stays while the dialog asks whether to leave.
      event.preventDefault();
      leave();
    },
    { capture: true },
  );
  return (
    <Page
      title="Count"
      name={`Count ${sku.sku}`}
      sub={sku.reason}
      actions={
        <>
          <Button onClick={leave}>Close</Button>
          <CameraButton />
        </>
      }
    >
      <section className="current count-screen" aria-label={`Count of ${sku.sku}`} ref={body}>
        {!isSplit && (
          <div className="line">
            <BinPlate bin={sku.bin} xl />
          </div>
        )}
        <div>
          <p className="mark">
            <small>Size</small>
            <span className="sized">{sku.size}</span>
          </p>
          <h2>{[sku.name, sku.colour].filter(Boolean).join(', ')}</h2>
          <p className="note code">{sku.sku}</p>
        </div>
        {isSplit && <CountBins counts={counts} onChoose={(place) => onCounts((before) => ({ ...before, at: place }))} />}
        <CountEntry
          key={at}
          name={isSplit && chosen ? `${sku.sku} in ${chosen.bin ?? 'no bin'}` : sku.sku}
          count={chosen?.qty ?? null}
          onCount={(qty) => onCounts((before) => setCounted(before, () => qty))}
          onDraft={onDraft}
          record={(qty) =>
            record(
              sku,
              setCounted(counts, () => qty),
            )
          }
          others={others.length > 0 ? others.reduce((sum, qty) => sum + qty, 0) : null}
          disabled={!chosen}
        />
        <p className="sub">
          {isSplit ? 'Scan a bin, then each item in it, or enter the number.' : 'Scan each item to count one more, or enter the number.'}
          {isSplit && uncounted && ` Not counted yet: ${uncounted}. What is not counted stays as it is.`}
        </p>
        <p>
          <Button onClick={onAddBin}>It lies in another bin too</Button>
        </p>
      </section>
    </Page>
  );
}
