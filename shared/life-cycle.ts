/** A life cycle: its states, each with the states that may follow. A final state has no following states. */
export type LifeCycle<State extends string> = Readonly<Record<State, { readonly next: readonly State[] }>>;

/** Returns the life cycle with its exact type, which ensures that `next` names only states of the life cycle. */
export const lifeCycle = <const Cycle extends { readonly [State in keyof Cycle]: { readonly next: readonly (keyof Cycle)[] } }>(
  cycle: Cycle,
): Cycle => cycle;

/** The states of a life cycle, in the order in which the cycle lists them. */
export const statesOf = <State extends string>(cycle: LifeCycle<State>): [State, ...State[]] => Object.keys(cycle) as [State, ...State[]];

/** Whether a record may change from one state directly to the other. */
export const mayFollow = <State extends string>(cycle: LifeCycle<State>, from: State, to: State): boolean => cycle[from].next.includes(to);

/** Whether a record in one state can reach the other state later. */
export function canBecome<State extends string>(cycle: LifeCycle<State>, from: State, to: State): boolean {
  const reached = new Set<State>([from]);
  for (const state of reached) for (const next of cycle[state].next) reached.add(next);
  return reached.has(to);
}

/** Every transition that a life cycle allows, as the text `from to`. */
export const stepsOf = <State extends string>(cycle: LifeCycle<State>): string[] =>
  statesOf(cycle).flatMap((from) => cycle[from].next.map((to) => `${from} ${to}`));
