import { useCallback, useEffect, useRef, useState } from 'react';
import { resolveScanHere } from '../offline/current-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { mayLeave } from '../ui/leave-guard.ts';
import { MessageSlot } from '../ui/message-slot.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { type BinLine, type BinSession, beginBin, countedLines, qtyCounted, scanItem, setLine } from './bin-session.ts';
import { countBin } from './count-bin.ts';
import { keepCountDraft } from './count-draft.ts';
import { skuName } from './stock-words.ts';
import type { Countable } from './to-count.ts';
import { isCodeOfBin, useSkuLookup } from './use-sku-lookup.ts';
import { MAX_COUNT, useTypedCount } from './use-typed-count.ts';

interface Note {
  tone: 'done' | 'warn' | 'wrong';
  title: string;
  text: string;
}

const nameOf = (sku: Countable): string => skuName({ ...sku, variation_colour: sku.colour });

/** What a finished bin contained, in words. */
function finishedNote(session: BinSession): Note {
  const uncounted = session.lines.filter(({ qty }) => qty === null);
  const rest =
    uncounted.length > 0 ? ` Not counted, and left as ${uncounted.length === 1 ? 'it is' : 'they are'}: ${countText(uncounted.length, 'SKU')}.` : '';
  const counted = countedLines(session);
  if (counted.length === 0) return { tone: 'warn', title: `${session.bin} is not counted`, text: 'Nothing was scanned in it.' };
  return {
    tone: 'done',
    title: `${session.bin} is recorded`,
    text: `${countText(qtyCounted(session), 'item')} of ${countText(counted.length, 'SKU')}.${rest} The office checks a count that is far from the stock.`,
  };
}

interface BinCountProps {
  /** The bin with the SKUs that are recorded in it, or with what was counted before a reload. */
  begun: BinSession;
  onClose: () => void;
}

/**
 * Counts a bin with all that is in it: each scan of an item counts one, a number can be typed, and the scan of the next bin records this one and goes
 * on there.
 */
export function BinCount({ begun, onClose }: BinCountProps) {
  const { id: user_id } = useSession().who.user;
  const [session, setSession] = useState(begun);
  const [note, setNote] = useState<Note | null>(null);
  // Scans are judged by the latest state, which may be newer than what is rendered.
  const latest = useRef(session);
  const set = useCallback((next: BinSession): void => {
    latest.current = next;
    setSession(next);
  }, []);
  const counted = countedLines(session);
  const isDraft = counted.length > 0;
  useUnsavedGuard(isDraft);
  useEffect(() => keepCountDraft(user_id, isDraft ? { session } : null), [user_id, isDraft, session]);
  const lookUp = useSkuLookup();

  /** Records the bin; false if that was refused. */
  const finish = async (): Promise<boolean> => {
    const finished = latest.current;
    if (countedLines(finished).length > 0 && showRefusal(await countBin(finished))) return false;
    setNote(finishedNote(finished));
    return true;
  };
  const take = async (text: string): Promise<Answer> => {
    const warn = (tone: Note['tone'], title: string, words: string): Answer => {
      setNote({ tone, title, text: words });
      return tone === 'warn' ? 'wrong' : 'unknown';
    };
    if (!['product', 'bin', 'unknown'].includes(resolveScanHere(text).is)) return 'pass';
    if (text.toUpperCase() === latest.current.bin) return 'jump';
    const lookup = await lookUp(text);
    if (!('matches' in lookup)) return warn('wrong', lookup.title, lookup.text);
    const { matches } = lookup;
    if (isCodeOfBin(text, matches)) {
      if (!(await finish())) return 'wrong';
      set(beginBin(text, matches));
      return 'jump';
    }
    const [only, ...others] = matches;
    if (!only || others.length > 0) return warn('wrong', 'Several SKUs have this code', 'Scan the code of the SKU itself.');
    const scan = scanItem(latest.current, only);
    set(scan.session);
    if (scan.is === 'asked')
      return warn('warn', nameOf(only), `${only.bin ? `It lies in ${only.bin}` : 'It has no bin'}. If it lies here too, scan it once more.`);
    const qty = scan.session.lines[0]?.qty ?? 0;
    setNote({ tone: 'done', title: nameOf(only), text: `${qty} counted.` });
    return 'right';
  };
  useScan(({ text }) => take(text));

  const record = async (): Promise<void> => {
    if (!(await finish())) return;
    const { title, text } = finishedNote(session);
    toast(text, { title });
    onClose();
  };
  const onQty = useCallback((id: number, qty: number | null) => set(setLine(latest.current, id, qty)), [set]);
  return (
    <Page
      title="Count"
      name={`Count ${session.bin}`}
      actions={
        <>
          <Button onClick={() => void mayLeave().then((leaves) => leaves && onClose())}>Close</Button>
          <CameraButton />
        </>
      }
      strip={
        <MessageSlot hint="Scan each item, or type the number. Then scan the next bin.">
          {note && (
            <Banner tone={note.tone}>
              <strong>{note.title}</strong> {note.text}
            </Banner>
          )}
        </MessageSlot>
      }
      foot={
        <>
          <p className="grow">
            <strong>{isDraft ? `${countText(qtyCounted(session), 'item')} in ${session.bin}` : 'Nothing counted yet'}</strong>
            <span className="sub block">The next bin that is scanned records this one.</span>
          </p>
          <Button size="lg" look="primary" disabled={!isDraft} onClick={() => void record()}>
            Record bin
          </Button>
        </>
      }
    >
      <section className="bin-count" aria-label={`Count of bin ${session.bin}`}>
        <header className="line">
          <BinPlate bin={session.bin} xl />
          <p className="sub">
            {countText(session.lines.length, 'SKU')}
            {session.lines.length > 0 && `, ${counted.length} counted`}
          </p>
        </header>
        {session.lines.length === 0 ? (
          <EmptyState title="No SKU is recorded in this bin">
            <p>Scan what lies here.</p>
          </EmptyState>
        ) : (
          <ul className="rows card">
            {session.lines.map((line) => (
              <BinRow key={line.sku.id} line={line} onQty={onQty} />
            ))}
          </ul>
        )}
      </section>
    </Page>
  );
}

function BinRow({ line: { sku, qty }, onQty }: { line: BinLine; onQty: (id: number, qty: number | null) => void }) {
  const set = useCallback((count: number) => onQty(sku.id, count), [sku.id, onQty]);
  const [, setTyping] = useTypedCount(set);
  const row = useRef<HTMLLIElement>(null);
  // The counted row moves to the top of the list.
  useEffect(() => {
    if (qty !== null) row.current?.scrollIntoView({ block: 'nearest' });
  }, [qty]);
  return (
    <li ref={row} className="bin-row">
      <span className="grow">
        <span className="block">
          <strong className="bin-size">{sku.size}</strong> {[sku.name, sku.colour].filter(Boolean).join(', ')}
        </span>
        <span className="sub code block">{sku.sku}</span>
      </span>
      {qty === null && (
        <Button onClick={() => onQty(sku.id, 0)} aria-label={`None of ${nameOf(sku)} there`}>
          None there
        </Button>
      )}
      <QtyStepper label={`Counted, ${sku.sku}`} value={qty} max={MAX_COUNT} onChange={set} onTyping={setTyping} scanThrough />
    </li>
  );
}
