import './offline.css';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDate } from '../../shared/uk-time.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import type { SyncState } from './engine.ts';
import { NotKept, TabletNotices } from './notices.tsx';
import { type QueueRow, type QueueState, type QueueView, queueView } from './queue-view.ts';
import { tabletFailure } from './this-tablet.ts';
import { useDelayed, useSyncState, useTablet } from './use-floor.ts';
import { useToDecide } from './use-to-decide.ts';

const states: Record<QueueState, { label: string; tone: Tone; icon: IconName }> = {
  waiting: { label: 'Waiting', tone: 'plain', icon: 'clock' },
  delayed: { label: 'Can be undone', tone: 'plain', icon: 'clock' },
  saved: { label: 'Saved in the office', tone: 'done', icon: 'check' },
  choice: { label: 'Needs a choice', tone: 'warn', icon: 'alert' },
  held: { label: 'Held', tone: 'line-only', icon: 'pause' },
  refused: { label: 'Not accepted', tone: 'wrong', icon: 'x' },
  decided: { label: 'Choice waiting', tone: 'plain', icon: 'clock' },
};

const SAVED_SHOWN = 50;

/** Every action on this tablet as text with its state. Actions that need a person come first. */
export default function QueueScreen() {
  const engine = useTablet();
  const sync = useSyncState();
  const { pieces: toReturn } = useToDecide();
  const delayed = useDelayed();
  const failure = useStore(tabletFailure);
  const [view, setView] = useState<QueueView | null>(null);
  const [all, setAll] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the queue or its outcomes change
  useEffect(() => {
    let isOld = false;
    if (engine)
      void queueView(engine).then((next) => {
        if (!isOld) setView(next);
      });
    return () => {
      isOld = true;
    };
  }, [engine, sync.waiting, sync.open, sync.last_sync_at, delayed]);

  return (
    <Page
      title="Changes on this tablet"
      back="/"
      actions={
        <Button icon="retry" disabled={!engine} onClick={() => engine?.tryNow()}>
          Try now
        </Button>
      }
    >
      <div className="flow">
        {failure && <Banner tone="wrong">This tablet's storage cannot be opened: {failure}</Banner>}
        {engine && <TabletNotices engine={engine} sync={sync} />}
        {engine && !sync.online && <OfflineBanner sync={sync} />}
        {toReturn > 0 && (
          <Banner tone="warn" live={false} action={<ButtonLink to="/admin/picking/shelf">Look</ButtonLink>}>
            <strong>{countText(toReturn, 'item')}</strong> on this tablet’s trolley {toReturn === 1 ? 'goes' : 'go'} back to the shelf.
          </Banner>
        )}
        {view ? (
          <Queue view={view} all={all} showAll={() => setAll(true)} onUndo={(m) => void engine?.takeBack(m)} />
        ) : (
          !failure && <SkeletonText lines={6} />
        )}
        {sync.persisted === false && <NotKept />}
      </div>
    </Page>
  );
}

/** How long there has been no connection, and when the next try is. */
function OfflineBanner({ sync }: { sync: SyncState }) {
  const seconds = useSecondsTo(sync.next_try_at);
  return (
    <Banner tone="warn">
      <strong>{sync.offline_since ? `Offline since ${formatDate(sync.offline_since, 'time')}.` : 'Not connected yet.'}</strong> Everything below is
      saved on this tablet.{seconds !== null && ` Trying again in ${seconds} s.`}
    </Banner>
  );
}

function useSecondsTo(at: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!at) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at ? Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)) : null;
}

interface QueueProps {
  view: QueueView;
  all: boolean;
  showAll: () => void;
  onUndo: (m: string) => void;
}

function Queue({ view, all, showAll, onUndo }: QueueProps) {
  const { attention, waiting, saved } = view;
  const heldCount = attention.filter(({ state }) => state === 'held').length;
  const own = attention.length - heldCount;
  const toDecide = attention.filter(({ state }) => state === 'choice' || state === 'refused').length;
  if (attention.length + waiting.length + saved.length === 0)
    return (
      <EmptyState title="Nothing was done on this tablet yet">
        <p>What you pick, prep and dispatch here is listed with its progress.</p>
      </EmptyState>
    );
  return (
    <>
      {attention.length > 0 && (
        <Section
          title="Needs attention"
          note={[countText(own, 'item'), heldCount > 0 && `${heldCount} held behind ${own === 1 ? 'it' : 'them'}`].filter(Boolean).join(', ')}
          rows={attention}
          isUrgent
          action={
            <ButtonLink to="/attention" look={toDecide > 0 ? 'primary' : 'plain'}>
              {toDecide > 0 ? 'Choose' : 'Look'}
            </ButtonLink>
          }
        >
          <footer>
            <span className="sub grow">The office sees the same list and can decide too. A choice made offline is sent with the other changes.</span>
          </footer>
        </Section>
      )}
      <Section
        title="Waiting"
        note={waiting.length > 0 ? `${countText(waiting.length, 'change')}, sent in this order` : undefined}
        rows={waiting}
        onUndo={onUndo}
        empty="Nothing waits. All that was done here is in the office."
      />
      {saved.length > 0 && (
        <Section title="Saved in the office" note="Last 14 days are kept" rows={all ? saved : saved.slice(0, SAVED_SHOWN)}>
          {!all && saved.length > SAVED_SHOWN && (
            <footer>
              <Button look="quiet" onClick={showAll}>
                Show all {saved.length}
              </Button>
            </footer>
          )}
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  note?: string;
  rows: readonly QueueRow[];
  empty?: string;
  isUrgent?: boolean;
  action?: ReactNode;
  onUndo?: (m: string) => void;
  children?: ReactNode;
}

function Section({ title, note, rows, empty, isUrgent = false, action, onUndo, children }: SectionProps) {
  return (
    <section className={isUrgent ? 'card urgent' : 'card'} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note && <span className="push note">{note}</span>}
        {action}
      </header>
      {rows.length > 0 ? (
        <ul className="rows">
          {rows.map((row) => (
            <Change key={row.m} row={row} onUndo={onUndo} />
          ))}
        </ul>
      ) : (
        empty && <p className="in-card sub">{empty}</p>
      )}
      {children}
    </section>
  );
}

/** The seconds left to undo an action, and the button that undoes it. */
function Undo({ row, onUndo }: { row: QueueRow & { due: number }; onUndo: (m: string) => void }) {
  const seconds = useSecondsTo(new Date(row.due).toISOString());
  return (
    <span className="line queue-undo">
      <span className="sub num" role="timer">
        {row.verb} in {seconds} s
      </span>
      <Button icon="undo" aria-label={`Undo: ${row.shown.text}`} onClick={() => onUndo(row.m)}>
        Undo
      </Button>
    </span>
  );
}

const canUndo = (row: QueueRow): row is QueueRow & { due: number } => row.due !== undefined;

function Change({ row, onUndo }: { row: QueueRow; onUndo?: ((m: string) => void) | undefined }) {
  const { label, tone, icon } = states[row.state];
  return (
    <li className="queue-row">
      <time className="note queue-time" dateTime={row.at} title={formatDate(row.at, 'moment')}>
        {formatDate(row.at, 'time')}
      </time>
      <div className="grow">
        <p>
          <WholeCodes>{row.shown.text}</WholeCodes>
          {row.shown.order_number && (
            <>
              {row.shown.is_of_order ? ' of ' : ' · '}
              <span className="code strong">{row.shown.order_number}</span>
            </>
          )}
        </p>
        {row.note && (
          <p className="sub queue-note">
            {row.note}
            {row.code && <span className="code note"> {row.code}</span>}
          </p>
        )}
      </div>
      {canUndo(row) && onUndo ? (
        <Undo row={row} onUndo={onUndo} />
      ) : (
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      )}
    </li>
  );
}
