/** What holds in every scenario, whatever happens in it; each with its sentence. */
export const invariants = {
  one_outcome: 'each action that was saved has exactly one outcome, under the name of its own tablet',
  never_twice: 'no action is applied twice',
  visible_until_resolved: 'each outcome that is not applied stays visible, on the tablet and in the office, until a person resolves it',
  tablets_equal_server: 'at rest each tablet holds exactly the rows of the floor, and its screens show them',
  picked_within_allocated: 'no line has more picked than allocated',
  allocated_within_stock: 'no SKU has more allocated than there is, and what is allocated is what open orders hold',
  queue_order: 'the actions of a tablet get their outcomes in the order in which they were done',
  queue_empties: 'once the network is back every queue empties within a bounded number of rounds',
  same_trace: 'the same seed tells the same story',
  saved_is_kept: 'an action that was said to be saved is in the ledger, and leaves the queue only for the sent-log',
  own_work_stays: 'an action leaves the queue only when the rows on the tablet contain it',
  rows_and_lm_agree: 'rows and last mutations on a tablet are of one moment',
  loss_is_told: 'actions that the browser threw away are told to the person and to the office',
  nothing_overwritten_unseen: 'a record overwrites only what its tablet had seen',
  nothing_completed_on_refusal: 'nothing is completed that builds on a refused record',
} as const;

export type InvariantName = keyof typeof invariants;
export const invariantNames = Object.keys(invariants) as InvariantName[];
