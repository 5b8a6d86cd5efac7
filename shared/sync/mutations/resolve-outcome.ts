import { z } from 'zod';
import { allow } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { shelfTaskOfName } from '../task-name.ts';

/** The ways in which a person resolves a refused mutation. */
export const choices = ['theirs', 'mine', 'recount', 'dismiss'] as const;
export type Choice = (typeof choices)[number];

/**
 * `m` names a refused mutation or a return-to-shelf task. For a task, `qty` is how many items are on the shelf again; older tablets leave `qty` out,
 * which means all items of the task.
 */
export const resolveOutcomeArgs = z.object({ m: z.uuid(), choice: z.enum(choices), qty: z.int().positive().max(100_000).optional() });

const choiceTexts: Record<Choice, string> = {
  theirs: 'Chose to keep theirs',
  mine: 'Chose to use ours',
  recount: 'Chose to count again',
  dismiss: 'Acknowledged a refused change',
};

/** `outcome.resolve`: a person has decided an open outcome. */
export const resolveOutcome: Mutation<z.infer<typeof resolveOutcomeArgs>> = {
  version: 1,
  check: () => allow,
  apply: (overlay, { m }) => overlay.touch('outcome', m),
  describe: (names, { m, choice }) => {
    const task_id = shelfTaskOfName(m);
    if (task_id === null) return { text: choiceTexts[choice], order_number: null };
    const task = names.shelfTask(task_id);
    return { text: `Put ${task ? `${task.qty} × ${task.garment}` : 'items'} back on the shelf`, order_number: task?.order_number ?? null };
  },
  title: 'Resolved an open item',
};
