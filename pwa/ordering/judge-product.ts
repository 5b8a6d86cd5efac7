import { leftAmountText } from '../../shared/allowances/allowance-words.ts';
import type { WearerAllowance, WearerAllowances } from '../api/allowances.tsx';
import type { Line, Order, Style } from './client.ts';

interface ProductFacts {
  order: {
    is_submitted: boolean;
    is_sample: boolean;
    allowances: readonly Pick<Order['allowances'][number], 'allowance_id' | 'employee_id' | 'this_order'>[];
  };
  employee_id: number;
  style: { allowances: readonly Pick<Style['allowances'][number], 'id' | 'takes'>[] };
  /** The line that is changed; absent for a new one. */
  line?: Pick<Line, 'qty_requested'> | undefined;
  quantity: number;
  /** Undefined until it is known. */
  wearerAllowances: Pick<WearerAllowances, 'items' | 'can'> | undefined;
}

/** One allowance that covers a product, with what the order is about to take of it. */
export interface ProductAllowance {
  allowance: WearerAllowance;
  adds: number;
  over: number;
}

/** What a wearer's allowances say about a quantity of one product. */
export interface ProductVerdict {
  /** Those that the order would go over come first. */
  rows: ProductAllowance[];
  /** How many items of the product go over no allowance; null without a limit. */
  within: number | null;
  /** How many items of the product are possible at all; null without a limit. */
  possible: number | null;
  /** `asks`: the order becomes a request. `grants`: whoever changes the submitted order grants what is over. `refused`: so many are not possible. */
  outcome: 'within' | 'asks' | 'grants' | 'refused';
}

const least = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : Math.max(0, Math.min(...numbers)));

/** Judges a quantity of one product against the allowances of its wearer, by the figures that the server has given. */
export function judgeProduct({ order, employee_id, style, line, quantity, wearerAllowances }: ProductFacts): ProductVerdict {
  const mayGrant = wearerAllowances?.can.grant_extra === true;
  const present = line?.qty_requested ?? 0;
  // Samples take nothing of an allowance.
  const covering = order.is_sample ? [] : style.allowances;
  const rows = covering.flatMap(({ id, takes }) => {
    const allowance = wearerAllowances?.items.find((one) => one.id === id);
    if (!allowance) return [];
    const { amount, used } = allowance;
    const charge = order.allowances.find((one) => one.allowance_id === id && one.employee_id === employee_id);
    // What a submitted order takes is used already.
    const inDraft = order.is_submitted ? 0 : (charge?.this_order ?? 0);
    const adds = Math.max(0, inDraft + (quantity - present) * takes);
    const over = amount === null ? 0 : Math.min(adds, Math.max(0, used + adds - amount));
    const room = amount === null || takes === 0 ? null : present + Math.floor((amount - used - inDraft) / takes);
    return [{ allowance, adds, over, room }];
  });
  const roomOf = (of: typeof rows): number | null => least(of.flatMap(({ room }) => (room === null ? [] : [room])));
  const isFirm = ({ allowance: { when_exceeded } }: ProductAllowance): boolean =>
    when_exceeded === 'refuse' || (when_exceeded === 'approve' && order.is_submitted && !mayGrant);
  const raisedOver = quantity > present ? rows.filter(({ over }) => over > 0) : [];
  const isApproved = raisedOver.some(({ allowance }) => allowance.when_exceeded === 'approve');
  return {
    rows: rows.map(({ room: _, ...row }) => row).sort((a, b) => Number(b.over > 0) - Number(a.over > 0)),
    within: roomOf(rows),
    possible: roomOf(rows.filter(isFirm)),
    outcome: raisedOver.some(isFirm) ? 'refused' : isApproved && order.is_submitted ? 'grants' : isApproved && !mayGrant ? 'asks' : 'within',
  };
}

/** What a card says about a style that an allowance of the wearer covers. */
export interface StyleLimit {
  /** The name of the allowance that allows the fewest items. */
  name: string;
  /** `1 of 3 left`, less what the draft takes already. */
  left: string;
  /** Whether not one more item is possible. */
  isNoneLeft: boolean;
  /** What one more tap would lead to. */
  outcome: ProductVerdict['outcome'];
}

/** What a wearer's allowances say about adding `quantity` items of a style; null if no allowance limits it. */
export function limitOfStyle(facts: Omit<ProductFacts, 'line'>): StyleLimit | null {
  const { rows, outcome, possible } = judgeProduct(facts);
  // The allowance that allows the fewest items comes first.
  const [tightest] = facts.style.allowances.flatMap(({ id }) => rows.filter(({ allowance }) => allowance.id === id && allowance.amount !== null));
  if (!tightest) return null;
  const { allowance } = tightest;
  const inDraft = facts.order.is_submitted
    ? 0
    : (facts.order.allowances.find((one) => one.allowance_id === allowance.id && one.employee_id === facts.employee_id)?.this_order ?? 0);
  const left = Math.max(0, (allowance.amount ?? 0) - allowance.used - inDraft);
  return { name: allowance.name, left: leftAmountText({ ...allowance, left }), isNoneLeft: possible === 0, outcome };
}

/** Whether a card shows the same about two limits. */
export const isSameLimit = (one: StyleLimit | null, other: StyleLimit | null): boolean =>
  one?.name === other?.name && one?.left === other?.left && one?.isNoneLeft === other?.isNoneLeft && one?.outcome === other?.outcome;
