import { useState } from 'react';
import { nextTurn, qtyToPut, type Stop, type Turn } from '../../shared/picking/cluster-stops.ts';
import { toteName } from '../../shared/picking/tote-places.ts';
import type { ClusterScreen } from '../offline/cluster-view.ts';
import type { LineView } from '../offline/views.ts';
import { createStore, type Store } from '../ui/store.ts';
import type { ShortReason } from './record-pick.ts';
import type { Scanned } from './wrong-words.ts';

/** How the items of a stop are divided where too few were found, and why. Quantities are those still to be put into the totes. */
export interface ShortPlan {
  product_id: number;
  shares: ReadonlyMap<number, number>;
  reason: ShortReason;
}

/** The message that the last scan left on the screen. */
export type ClusterNote = ({ at: 'line' } & Scanned) | { at: 'top'; tone: 'wrong' | 'warn'; text: string };

/** The picker's progress at a stop. It is kept on the screen alone: what is in a tote is recorded with the order's pick. */
export interface WalkState {
  /** The stop that the picker went to, by its SKU; null for the next one in walking order. */
  chosen: number | null;
  /** The stop whose item is in hand, so that its totes are in turn. */
  open: number | null;
  plan: ShortPlan | null;
  note: ClusterNote | null;
}

/** The state that screen and scans share: a scan reads it before the screen is rendered again. */
export function useWalkState(): Store<WalkState> {
  const [state] = useState(() => createStore<WalkState>({ chosen: null, open: null, plan: null, note: null }));
  return state;
}

/** How many items of a turn go into its tote now. */
export const qtyOfTurn = (turn: Turn, product_id: number, plan: ShortPlan | null): number =>
  plan?.product_id === product_id ? (plan.shares.get(turn.pick_id) ?? qtyToPut(turn)) : qtyToPut(turn);

/** `2 are in tote 5`, the words of the button that confirms a turn. */
export const isInWords = (qty: number, position: number): string => `${qty} ${qty === 1 ? 'is' : 'are'} in tote ${position}`;

/** The signal after items were put into a tote: the next tote of the stop, the end of the stop, or the end of the walk. */
export function signalAfterPut(screen: ClusterScreen | null, product_id: number): `tote_${number}` | 'line_done' | 'order_done' {
  const stop: Stop<LineView> | undefined = screen?.stops.find((one) => one.product_id === product_id);
  const next = stop && nextTurn(stop);
  if (next) return `tote_${next.position}`;
  return screen?.stops.every(({ is_done }) => is_done) ? 'order_done' : 'line_done';
}

/** What a wrong tote is, and which one is right. */
export const wrongToteWords = (position: number, right: number): string =>
  `This is ${toteName(position)}. ${toteName(right).replace('tote ', 'The items go into tote ')}.`;
