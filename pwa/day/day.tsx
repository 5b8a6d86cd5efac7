import { useRef, useState } from 'react';
import { type DayRowName, dayRowNames } from '../../shared/day/day-rows.ts';
import { dayText, formatDate, ukDate } from '../../shared/uk-time.ts';
import { ManyOrders } from '../api/many-orders.tsx';
import { reachable } from '../api/reachable.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { useStore } from '../ui/store.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { Board, BoardSkeleton } from './board.tsx';
import type { Day } from './client.ts';
import '../ui/waits.css';
import './day.css';
import { weekdayOf } from './day-words.ts';
import type { ManyAct } from './main-act.tsx';
import { DayPanel } from './panel.tsx';
import { useAnnouncedChanges } from './use-announced-changes.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useDay } from './use-day.ts';

/** The row that is chosen first: the first one with something that waits. */
const firstOf = (day: Day): DayRowName => dayRowNames.find((name) => day[name].total > 0) ?? 'ready';

/** The office's day on one board; what is chosen can be seen and done at its right. */
export default function Today() {
  const isPhone = useIsPhone();
  const hasRoom = useMedia('(width >= 1101px)');
  const hasRoomForKeys = useMedia('(width >= 1280px)');
  const query = useDay();
  const isReachable = useStore(reachable);
  const day = query.data;
  const [many, setMany] = useState<ManyAct | null>(null);
  const [choice, setChoice] = useState<DayRowName | null>(null);
  // A row that is done stays chosen: the person sees that nothing is left.
  if (day && choice === null) setChoice(firstOf(day));
  const chosen = choice ?? 'ready';
  const board = useRef<HTMLElement>(null);
  const mainAct = useRef<HTMLSpanElement>(null);
  const changesText = useAnnouncedChanges(day);
  useBoardKeys({ board, chosen, choose: setChoice, act: () => mainAct.current?.querySelector<HTMLElement>('a, button')?.click() });

  const readAt = formatDate(query.dataUpdatedAt, 'time');
  // A lost connection shows at once, not only when the next read fails.
  const isFailing = (query.isError || !isReachable) && day !== undefined;
  const today = ukDate(day?.now ?? new Date().toISOString());
  const isAllDone = day !== undefined && dayRowNames.every((name) => day[name].total === 0);
  return (
    <Page
      title={`${weekdayOf(today)} ${dayText(today, today)}`}
      name="Today"
      sub={day && <span className={isFailing ? 'live failing' : 'live'}>{isFailing ? `As of ${readAt}` : `Live, ${readAt}`}</span>}
      actions={
        hasRoomForKeys && (
          <span className="note day-keys">
            <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> does it, or the letter of a row opens its list
          </span>
        )
      }
      primary={
        <ButtonLink
          look={isPhone || day?.ready.total === 0 ? 'primary' : 'plain'}
          icon="plus"
          block={isPhone}
          to="/admin/orders"
          state={{ creates: true }}
        >
          Create New Order
        </ButtonLink>
      }
    >
      <div className="stack">
        {isFailing && (
          <Banner
            tone="warn"
            action={
              <Button size="sm" busy={query.isFetching} busyText="Reading" onClick={() => void query.refetch()}>
                Retry
              </Button>
            }
          >
            The numbers could not be read again. They are those of {readAt}.
          </Banner>
        )}
        <Loaded query={query} noun="day board" waiting={<BoardSkeleton />}>
          {(day) =>
            isPhone && isAllDone ? (
              <EmptyState title="Nothing waits">
                <p>What comes next appears here by itself.</p>
              </EmptyState>
            ) : (
              <div className="day-split">
                <Board
                  ref={board}
                  day={day}
                  asOf={isFailing ? readAt : null}
                  chosen={isPhone ? null : chosen}
                  isBeside={hasRoom}
                  choose={setChoice}
                  isShort={isPhone}
                />
                {!isPhone && <DayPanel key={chosen} name={chosen} pressed={mainAct} onMany={setMany} />}
              </div>
            )
          }
        </Loaded>
      </div>
      {many && <ManyOrders {...many} onClose={() => setMany(null)} />}
      <p role="status" className="sr">
        {changesText}
      </p>
    </Page>
  );
}
