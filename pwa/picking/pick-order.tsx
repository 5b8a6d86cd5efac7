import { useCallback, useEffect, useState } from 'react';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import type { PickScreen } from '../offline/views.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { OrderNote } from '../ui/order-note.tsx';
import { Page } from '../ui/page.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { AllDone } from './all-done.tsx';
import { CountSheet } from './count-sheet.tsx';
import { CurrentLine } from './current-line.tsx';
import { PickGroup } from './pick-group.tsx';
import { PickNotice } from './pick-notice.tsx';
import { recordPick } from './record-pick.ts';
import { ShortSheet } from './short-sheet.tsx';
import { skipLine, useSkippedLines } from './skipped-lines.ts';
import { ToteSheet } from './tote-sheet.tsx';
import { pickingList, usePickActions } from './use-pick-actions.tsx';
import { type ScanNote, usePickScan } from './use-pick-scan.ts';
import { useToReturn } from './use-to-return.ts';
import { type Wish, walk } from './walk.ts';
import { WrongScan } from './wrong-scan.tsx';

/** How long a complete line stays in view, in milliseconds: long enough to see that it is complete. */
const LINGER = 600;

/** One order, line by line in walking order; every tap and scan is stored on this tablet before the screen shows it. */
export function PickOrder({ pick, lines, reasons }: PickScreen) {
  const { who, role } = useSession();
  const [chosenLine, setChosenLine] = useState<number | null>(null);
  const wish: Wish = { chosen: chosenLine, skipped: useSkippedLines(pick.id) };
  const [note, setNote] = useState<ScanNote | null>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [sheet, setSheet] = useState<'short' | 'count' | 'tote' | null>(null);
  const elsewhereOf = useOtherTrolleys();
  const toReturn = useToReturn();
  const actions = usePickActions(
    { pick, lines, reasons },
    { id: who.user.id, role },
    { count: () => setSheet('count'), tote: () => setSheet('tote') },
  );

  const { current, position, next, skipped, done } = walk(lines, wish);
  const isMine = pick.picker?.id === who.user.id;
  const isActive = actions.can.record;
  const choose = useCallback((id: number) => {
    setNote(null);
    setChosenLine(id);
  }, []);
  usePickScan(pick.uuid, { wish, show: setChosenLine, note: setNote });

  // A chosen line that is complete is replaced by the next one.
  const chosenIsDone = lines.find((line) => line.id === chosenLine)?.is_fully_picked ?? false;
  useEffect(() => {
    if (!chosenIsDone) return;
    const timer = setTimeout(() => setChosenLine(null), LINGER);
    return () => clearTimeout(timer);
  }, [chosenIsDone]);
  // The message of a wrong scan disappears once something was counted, or the pick is paused.
  const { qty_picked, state } = pick;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it follows
  useEffect(() => setNote(null), [qty_picked, state]);

  const skip = (id: number): void => {
    setNote(null);
    skipLine(pick.id, id);
    setChosenLine(null);
  };
  const close = (): void => setSheet(null);
  const stage = useTapGuard<HTMLDivElement>(`${current?.id} ${current?.is_fully_picked} ${sheet}`);
  const place = current ? `line ${position} of ${lines.length}` : countText(lines.length, 'line');
  const openLine = current ?? lines[0];

  return (
    <Page
      name={`Pick ${pick.order_number}`}
      title={
        <>
          <span className="code">{pick.order_number}</span> <span className="font-normal">{pick.account_name}</span>
        </>
      }
      sub={
        <span className="pick-sub">
          <span className="cut" title={pick.site_name ?? undefined}>
            {pick.site_name}
          </span>
          <span>
            <span className="pick-place">{place} · </span>
            <strong>
              {pick.qty_picked} of {countText(pick.qty_allocated, 'item')}
            </strong>
            {pick.tote && <> · tote {pick.tote}</>}
          </span>
        </span>
      }
      back={pickingList}
      done={pick.qty_allocated ? pick.qty_picked / pick.qty_allocated : 0}
      actions={
        <>
          {actions.can.pause && (
            <Button icon="pause" aria-label="Pause" className="pick-pause" onClick={actions.pause}>
              <span>Pause</span>
            </Button>
          )}
          {actions.can.resume && (
            <Button look="primary" onClick={actions.resume}>
              Resume
            </Button>
          )}
          <CameraButton />
          <MenuOnDemand items={actions.menu} open={isMenuOpen} onOpenChange={setIsMenuOpen}>
            <IconButton icon="more" label="More: handover, send back, picking list" />
          </MenuOnDemand>
        </>
      }
    >
      <MessageSlot hint="Scan each item, or count by hand.">
        {note?.at === 'top' && (
          <Banner tone={note.tone}>
            <WholeCodes>{note.text}</WholeCodes>
          </Banner>
        )}
        <PickNotice pick={pick} isMine={isMine} actions={actions} />
      </MessageSlot>
      <OrderNote order={pick} />
      <div className="pick">
        {current ? (
          <div className="pick-stage" ref={stage}>
            <CurrentLine
              elsewhere={elsewhereOf(current.holders)}
              toReturn={toReturn([current])}
              key={current.id}
              line={current}
              position={position}
              of={lines.length}
              isActive={isActive}
              canSkip={next.length + skipped.length > 0}
              onShort={() => setSheet('short')}
              onSkip={() => skip(current.id)}
            />
            {note?.at === 'line' && (
              <WrongScan
                scanned={note}
                line={current}
                onManualEntry={() => {
                  setNote(null);
                  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('.current .step.xl input')?.focus());
                }}
                onBack={() => setNote(null)}
              />
            )}
          </div>
        ) : (
          <AllDone
            pick={pick}
            lines={lines}
            elsewhere={elsewhereOf(pick.holders)}
            toReturn={toReturn(lines)}
            isActive={isActive}
            onComplete={() => void actions.complete()}
          />
        )}
        <section className="card scroll pick-lines" aria-label="Lines">
          <PickGroup heading="Next" lines={next} elsewhereOf={elsewhereOf} toReturn={toReturn} onChoose={choose} />
          <PickGroup heading="Skipped" lines={skipped} elsewhereOf={elsewhereOf} toReturn={toReturn} onChoose={choose} />
          <PickGroup heading="Picked" lines={done} isDone elsewhereOf={elsewhereOf} toReturn={toReturn} onChoose={choose} />
          {next.length + skipped.length + done.length === 0 && <p className="note px-(--pad) py-4">This is the only line.</p>}
        </section>
      </div>
      {sheet === 'short' && current && (
        <ShortSheet
          line={current}
          reasons={reasons}
          onClose={close}
          onRecord={async (qty, reason) => {
            if (showRefusal(await recordPick(current, qty, reason))) return;
            close();
            setChosenLine(null);
          }}
        />
      )}
      {sheet === 'count' && openLine && <CountSheet line={openLine} onClose={close} />}
      {sheet === 'tote' && <ToteSheet pick={pick} onClose={close} />}
      {actions.dialog}
    </Page>
  );
}
