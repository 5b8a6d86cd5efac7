import type { MouseEvent, Ref } from 'react';
import { Link } from 'react-router';
import { type DayRowName, dayRowPath, dayRows } from '../../shared/day/day-rows.ts';
import { classNames } from '../ui/class-names.ts';
import { formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Day } from './client.ts';
import { rowAge, rowGroups, rowSentence, rowTone, rowWords } from './day-words.ts';

interface BoardProps {
  ref: Ref<HTMLElement>;
  day: Day;
  /** The time of the numbers if they could not be read again; null while they follow. */
  asOf: string | null;
  /** The row whose items are shown; null where none are. */
  chosen: DayRowName | null;
  choose: (name: DayRowName) => void;
  /** Whether the items are beside the board, so that a press can show those of another row. */
  isBeside: boolean;
  /** Rows at 0 are left out, where hand and key need not find them. */
  isShort: boolean;
}

const toneClass = { wrong: 't-wrong strong', warn: 't-warn strong' };

function Row({ name, day, asOf, chosen, choose, isBeside }: Omit<BoardProps, 'ref' | 'isShort'> & { name: DayRowName }) {
  const { total } = day[name];
  const tone = rowTone(day, name);
  const sentence = rowSentence(day, name);
  // The first press of another row shows its items at the right; the next press opens its list.
  const press = (event: MouseEvent): void => {
    if (!isBeside || chosen === name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(name);
  };
  return (
    <li className={total === 0 ? 'none' : undefined}>
      <Link
        to={dayRowPath(name)}
        data-row={name}
        aria-current={chosen === name ? 'true' : undefined}
        aria-keyshortcuts={dayRows[name].key}
        onClick={press}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && choose(name)}
      >
        <kbd>{dayRows[name].key.toUpperCase()}</kbd>
        <b className={classNames('num', asOf !== null && 'note')}>{formatCount(total)}</b>
        <div>
          <p className="strong">{rowWords[name]}</p>
          <p className="cut" title={sentence}>
            {sentence}
          </p>
        </div>
        <span className={classNames('num nowrap', tone && asOf === null ? toneClass[tone] : 'sub')}>
          {asOf ? `as of ${asOf}` : rowAge(day, name)}
        </span>
        <Icon name="next" />
      </Link>
    </li>
  );
}

/** The board while its numbers load: each row stands where it will be. */
export const BoardSkeleton = () => (
  <div className="day-split" aria-busy="true">
    <span className="sr">Loading</span>
    <div className="card board" aria-hidden="true">
      {rowGroups.map(([heading, names]) => (
        <div key={heading} className="board-group">
          <h2>{heading}</h2>
          <ul className="waits">
            {names.map((name) => (
              <li key={name}>
                <div className="board-soon">
                  <kbd>{dayRows[name].key.toUpperCase()}</kbd>
                  <Skeleton width={28} height={20} />
                  <div>
                    <p className="strong">{rowWords[name]}</p>
                    <p>
                      <Skeleton width="40%" />
                    </p>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </div>
);

/** What waits for the office: how many of each kind, and how long the oldest has waited. A row keeps its place at 0. */
export const Board = ({ ref, isShort, ...board }: BoardProps) => (
  <section ref={ref} className="card board" aria-label="What waits">
    {rowGroups.map(([heading, names], place) => {
      const shown = names.filter((name) => !isShort || board.day[name].total > 0);
      return (
        shown.length > 0 && (
          <div key={heading} className="board-group">
            <h2>
              {heading}
              {place === 0 && <span className="push">Oldest</span>}
            </h2>
            <ul className="waits">
              {shown.map((name) => (
                <Row key={name} name={name} {...board} />
              ))}
            </ul>
          </div>
        )
      );
    })}
  </section>
);
