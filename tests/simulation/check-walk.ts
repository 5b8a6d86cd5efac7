import type BetterSqlite from 'better-sqlite3';
import { qtyToPut } from '../../shared/picking/cluster-stops.ts';
import { type Floor, linesOf } from '../../shared/sync/floor.ts';
import { clustersOf } from './cluster-picker.ts';
import type { History } from './history.ts';

/** Checks the walks that a tablet shows to a person against the rows of the tablet. */
export function checkWalk(history: History, floor: Floor, me: number, tablet: string): void {
  for (const { id, screen } of clustersOf(floor, me)) {
    if (!screen.members.some(({ state }) => state === 'walking')) continue;
    const asked = screen.stops.flatMap(({ turns }) => turns.flatMap(({ lines }) => lines.map((line) => line.id)));
    const qtyAsked = screen.stops.reduce((sum, { turns }) => sum + turns.reduce((of, turn) => of + qtyToPut(turn), 0), 0);
    const own = [...floor.rows.pick.values()].filter(
      ({ cluster, picker, state, is_frozen }) => cluster?.id === id && picker?.id === me && state === 'picking' && !is_frozen,
    );
    const lines = own.flatMap((pick) => linesOf(floor.rows, pick.id)).filter(({ qty_allocated }) => qty_allocated > 0);
    // A line may have more than it is allocated: the office took some back while the tablet had no network. It lacks nothing.
    const qtyMissing = lines.reduce((sum, line) => sum + (line.code === null ? Math.max(0, line.qty_allocated - line.qty_picked) : 0), 0);
    const isSame = asked.length === new Set(asked).size && asked.length === lines.length && lines.every((line) => asked.includes(line.id));
    history.check(
      'walk_asks_once',
      isSame && qtyAsked === qtyMissing,
      () => `${tablet} asks for ${qtyAsked} items, and its orders lack ${qtyMissing}`,
    );
  }
}

/** Checks at rest that each pick has ended at most once, in one way. */
export function checkPicksEnd(connection: BetterSqlite.Database, history: History): void {
  const twice = connection
    .prepare(
      `select json_extract(after, '$.pick_id') as pick, count(*) as n from audit where what = 'pick.completed' group by 1 having count(*) > 1 limit 1`,
    )
    .get() as { pick: number; n: number } | undefined;
  history.check('pick_ends_once', twice === undefined, () => `pick ${twice?.pick} was completed ${twice?.n} times`);
  const again = connection
    .prepare(
      `select picks.id as pick, picks.state from picks join audit on what = 'pick.completed' and json_extract(after, '$.pick_id') = picks.id
        where picks.state in ('released', 'picking', 'paused') limit 1`,
    )
    .get() as { pick: number; state: string } | undefined;
  history.check('pick_ends_once', again === undefined, () => `pick ${again?.pick} was completed and is ${again?.state}`);
  const open = connection
    .prepare(`select order_id, count(*) as n from picks where state not in ('shipped', 'closed') group by order_id having count(*) > 1 limit 1`)
    .get() as { order_id: number; n: number } | undefined;
  history.check('pick_ends_once', open === undefined, () => `order ${open?.order_id} has ${open?.n} open picks`);
  const unexplained = connection
    .prepare(
      `select line.id as line from pick_lines line join picks on picks.id = line.pick_id
        where picks.state in ('picked', 'booked') and line.qty_picked < line.qty_allocated and line.code is null limit 1`,
    )
    .get() as { line: number } | undefined;
  history.check('pick_ends_once', unexplained === undefined, () => `line ${unexplained?.line} of a completed pick is short without a reason`);
}
