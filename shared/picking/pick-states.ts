import { lifeCycle, statesOf } from '../life-cycle.ts';

/**
 * The states of a pick, in the order in which an order goes through the floor. `is` groups them: `to_pick` until the pick is complete, `picked` from
 * then until its items have left, then `over`. `next` are the states that may follow. A pick that is taken back is closed; when the order is released
 * again, it gets a new pick.
 */
export const pickTransitions = lifeCycle({
  released: { is: 'to_pick', next: ['picking', 'closed'] },
  picking: { is: 'to_pick', next: ['paused', 'released', 'picked', 'booked', 'closed'] },
  paused: { is: 'to_pick', next: ['picking', 'released', 'closed'] },
  picked: { is: 'picked', next: ['booked', 'closed'] },
  booked: { is: 'picked', next: ['awaiting_courier', 'shipped', 'closed'] },
  awaiting_courier: { is: 'picked', next: ['booked', 'shipped', 'closed'] },
  shipped: { is: 'over', next: [] },
  closed: { is: 'over', next: [] },
});

export type PickState = keyof typeof pickTransitions;
type StateThat<Is extends 'to_pick' | 'picked' | 'over'> = {
  [State in PickState]: (typeof pickTransitions)[State]['is'] extends Is ? State : never;
}[PickState];
export type OpenPickState = StateThat<'to_pick' | 'picked'>;

export const pickStates = statesOf<PickState>(pickTransitions);
export const toPickStates = pickStates.filter((state): state is StateThat<'to_pick'> => pickTransitions[state].is === 'to_pick');
export const openPickStates = pickStates.filter((state): state is OpenPickState => pickTransitions[state].is !== 'over');
export const overStates = pickStates.filter((state): state is StateThat<'over'> => pickTransitions[state].is === 'over');

/** Whether a pick is complete and its items have not left. */
export const isPicked = (state: PickState | null): boolean => state !== null && pickTransitions[state].is === 'picked';

/** Whether a pick is under way. An order has at most one such pick. */
export const isOpen = (state: PickState | null): state is OpenPickState => state !== null && pickTransitions[state].is !== 'over';

/** Whether a pick is not complete yet. */
export const isToPick = (state: PickState | null): boolean => state !== null && pickTransitions[state].is === 'to_pick';

/** Whether a pick is prepped and its items have not left. */
export const isReady = (state: PickState | null): boolean => state === 'booked' || state === 'awaiting_courier';
