import { isReady } from '../../shared/picking/pick-states.ts';
import { byShelf } from '../../shared/picking/walking-order.ts';
import { type Floor, touchKey } from '../../shared/sync/floor.ts';
import { type MutationText, titleOfMutation } from '../../shared/sync/mutation-text.ts';
import type { Choice } from '../../shared/sync/mutations/resolve-outcome.ts';
import { isOver, isPickedTwice } from '../../shared/sync/outcomes.ts';
import { type LineFacts, lineFactsOf, pickFactsOf } from '../../shared/sync/refusal-facts.ts';
import { type Offer, offersFor, offersForOrder, orderWords, type RefusalWords, type Refused, refusalWords } from '../../shared/sync/refusal-words.ts';
import type { PickRow, ShelfTaskRow } from '../../shared/sync/rows.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { OutcomeKind } from '../../shared/sync/wire.ts';
import { rootsOf, undecidedLines } from '../offline/open-roots.ts';
import { sizePlaces } from '../offline/size-places.ts';
import type { Queued, Sent, StoredOutcome } from '../offline/store.ts';

/** Items to put back, as this tablet shows them. */
export interface TaskView extends ShelfTaskRow {
  /** The id under which the task is ticked off. */
  m: string;
  /** True if the task was ticked on this tablet, and the tick is not known to have reached the office. */
  is_ticked: boolean;
  /** True if the items are on this tablet's own trolley. */
  is_ours: boolean;
  picture_url: string | null;
  /** True if a person at this tablet has yet to choose whose items of the line stay. The choice decides whether this task's items go back. */
  is_undecided: boolean;
}

/** One decision for a person, with everything that follows from it. */
export interface AttentionItem extends Refused {
  m: string;
  outcome: OutcomeKind;
  /** The person who acted: `you` if this person is the reader, otherwise the person's name. */
  who: string;
  at: string;
  /** What was done, as text with the names that the screen showed then. */
  shown: MutationText;
  words: RefusalWords;
  offers: Offer[];
  line: LineFacts | null;
  /** The lines that two tablets have recorded, if the refusals of several lines are one decision; otherwise empty. */
  lines: LineFacts[];
  picture_url: string | null;
  /** When the office ended the pick, if the refusal is about an ended pick. */
  ended_at: string | null;
  /** Where the work continues, if the order is still on this tablet. */
  place: { to: string; label: string } | null;
  /** The choice that was made on this tablet and is being sent. */
  decided: Choice | null;
  /** Why an earlier choice could not be carried out. */
  failed: string | null;
  /** Later actions that wait for this decision. */
  heldActions: { m: string; shown: MutationText }[];
  /** The items that go back to the shelf because of the decision. */
  tasks: TaskView[];
}

export interface AttentionView {
  items: AttentionItem[];
  /** The items on this tablet's trolley that go back to the shelf and belong to no decision in `items`. */
  tasks: TaskView[];
}

/** The parts of the ledger from which the view is computed. */
export interface LedgerPart {
  waiting: readonly Queued[];
  open: readonly StoredOutcome[];
  sent: readonly Sent[];
}

export interface TabletContext {
  floor: Floor;
  device: string;
  /** The id of the person who looks at the view; null if it is not known. */
  me: number | null;
}

const goBack = new Set(['PRODUCT_CHANGED', 'ALREADY_SHIPPED', 'OVER_ALLOCATED']);

/** All items that go back to the shelf, this tablet's own first, in walking order. */
export function shelfTasks({ floor, device }: Pick<TabletContext, 'floor' | 'device'>, open: readonly StoredOutcome[]): TaskView[] {
  const roots = new Map(open.map(({ m, code }) => [m, code]));
  // A line that two tablets have picked does not count as undecided: putting its items back is itself the decision.
  const undecided = undecidedLines(open.filter(({ code, root_m }) => !isPickedTwice(root_m ? (roots.get(root_m) ?? code) : code)));
  const places = sizePlaces(floor.rows);
  const shelvedOf = ({ bin, product_name: name, variation_colour: colour, sku, size }: TaskView) => ({
    bin,
    name,
    colour,
    place: places.get(sku),
    size,
  });
  return [...floor.rows.shelf_task.values()]
    .map((task) => {
      const m = shelfTaskName(task.id);
      const is_ours = task.device === device;
      return {
        ...task,
        m,
        is_ours,
        picture_url: floor.rows.product.get(task.product_id)?.picture_url ?? null,
        is_ticked: floor.waiting.has(touchKey('outcome', m)),
        is_undecided: is_ours && undecided.has(task.pick_line_id),
      };
    })
    .sort((a, b) => Number(b.is_ours) - Number(a.is_ours) || byShelf(shelvedOf(a), shelvedOf(b)) || a.id - b.id);
}

/** The decisions for a person at this tablet, newest first, and the items on the tablet's trolley that go back to the shelf. */
export function attentionView({ waiting, open, sent }: LedgerPart, here: TabletContext): AttentionView {
  const rows = new Map([...sent, ...waiting].map((row) => [row.m, row]));
  const decided = new Map(
    waiting.flatMap((row) => (row.n === 'outcome.resolve' && !open.some(({ m }) => m === row.m) ? [[row.a.m, row.a.choice]] : [])),
  );
  const tasks = shelfTasks(here, open);
  const items = rootsOf(open).map((root): AttentionItem => {
    const row = rows.get(root.m);
    const display = row?.shown ?? { text: titleOfMutation(root.n), order_number: null };
    const pickFacts = pickFactsOf(root.server);
    const order_number = display.order_number ?? pickFacts?.order_number ?? null;
    const refusedMutation = { n: root.n, code: root.code, server: root.server, order_number };
    const line = lineFactsOf(root.server);
    const who = whoDid(row?.actor ?? line?.mine.picked_by ?? null, root.code, here.me);
    const hanging = open.filter(({ root_m }) => root_m === root.m);
    const lines = isPickedTwice(root.code) ? linesTogether([root, ...hanging]) : [];
    const isOrder = lines.length > 1 || (line === null && lines.length > 0);
    const recordedLine = row?.n === 'pick.record_line' && !isOver(root.code) ? row.a.pick_line_id : null;
    const lineIds = new Set([recordedLine, ...lines.map(({ pick_line_id }) => pick_line_id)]);
    const own = tasks.filter(
      (task) => task.is_ours && (belongs(task, refusedMutation, line) || (lineIds.has(task.pick_line_id) && !task.is_undecided)),
    );
    const offers = isOrder ? offersForOrder(refusedMutation, who) : offersFor(refusedMutation, who);
    const failed = hanging.findLast(({ n }) => n === 'outcome.resolve');
    return {
      ...refusedMutation,
      m: root.m,
      outcome: root.outcome,
      who,
      at: row?.at ?? root.at,
      shown: display,
      words: isOrder ? orderWords(refusedMutation, who) : refusalWords(refusedMutation, who),
      offers:
        own.length && closesTasks(root.code) ? offers.map((offer, i) => (i === 0 ? { ...offer, label: 'All returned, close this' } : offer)) : offers,
      line: isOrder ? null : line,
      lines: isOrder ? lines : [],
      picture_url: (line && here.floor.rows.product.get(line.mine.product_id)?.picture_url) ?? null,
      ended_at: isOver(root.code) ? (pickFacts?.ended_at ?? null) : null,
      place: placeOf([...here.floor.rows.pick.values()].find((pick) => pick.order_number === order_number)),
      decided: decided.get(root.m) ?? null,
      failed: failed ? refusalWords({ ...failed, order_number }, who).title : null,
      heldActions: hanging
        .filter(({ n }) => n !== 'outcome.resolve')
        .map(({ m, n }) => ({ m, shown: rows.get(m)?.shown ?? { text: titleOfMutation(n), order_number: null } })),
      tasks: own,
    };
  });
  const listedTasks = new Set(items.flatMap((item) => item.tasks.map(({ id }) => id)));
  return {
    items: items.sort((a, b) => b.at.localeCompare(a.at)),
    tasks: tasks.filter((task) => task.is_ours && !task.is_undecided && !listedTasks.has(task.id)),
  };
}

/** Returns each line of the refusals once: the line's first refusal has everything that was recorded for the line. */
function linesTogether(outcomes: readonly StoredOutcome[]): LineFacts[] {
  const lines = new Map<number, LineFacts>();
  for (const { server } of outcomes) {
    const line = lineFactsOf(server);
    if (line && !lines.has(line.pick_line_id)) lines.set(line.pick_line_id, line);
  }
  return [...lines.values()];
}

/** Names the person who acted: `you` if `me` acted, `somebody` if the office no longer knows the person. */
function whoDid(actor: { id: number; name: string | null } | null, code: string | null, me: number | null): string {
  if (actor && actor.id !== me) return actor.name ?? 'somebody';
  return actor || !code?.startsWith('ACTOR_') ? 'you' : 'somebody';
}

function placeOf(pick: PickRow | undefined): AttentionItem['place'] {
  if (!pick) return null;
  if (pick.state === 'picked') return { to: `/admin/prep/orders/${pick.uuid}`, label: 'Open the prep' };
  if (isReady(pick.state)) return { to: '/admin/shipping', label: 'Open dispatch' };
  return { to: `/admin/picking/orders/${pick.uuid}`, label: 'Open the pick' };
}

/** Whether a refusal with this code can be closed only once its items are back on the shelf. */
const closesTasks = (code: string | null): boolean => isOver(code) || code === 'PRODUCT_CHANGED';

function belongs(task: ShelfTaskRow, { code, order_number }: Refused, line: LineFacts | null): boolean {
  if (isOver(code)) return task.order_number === order_number;
  return goBack.has(code ?? '') && task.pick_line_id === line?.pick_line_id;
}

/** Whether a decision may be closed. If closing means that the decision's items are back on the shelf, all its tasks must be ticked off first. */
export const mayClose = (item: AttentionItem): boolean => !closesTasks(item.code) || item.tasks.every(({ is_ticked }) => is_ticked);
