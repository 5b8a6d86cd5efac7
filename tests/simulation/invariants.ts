/** The invariants, each with its description: they are true in every scenario, whatever happens in it. */
export const invariants = {
  one_outcome: 'each action that was saved has exactly one outcome, under the name of its own tablet',
  never_twice: 'no action is applied twice',
  visible_until_resolved: 'each outcome that is not applied stays visible, on the tablet and in the office, until a person resolves it',
  tablets_equal_server: 'at rest each tablet holds exactly the rows of the floor, and its screens show them',
  picked_within_allocated: 'no line has more picked than allocated',
  allocated_within_stock: 'no SKU has more allocated than there is, and what is allocated is what open orders hold',
  bins_within_stock: 'overflow bins hold no more of a SKU than is on hand and not at the decorator, and its pick bin is none of them',
  queue_order: 'the actions of a tablet get their outcomes in the order in which they were taken',
  queue_empties: 'once the network is back every queue empties within a bounded number of exchanges',
  same_trace: 'the same seed gives the same trace',
  saved_action_is_stored: 'an action that was shown as saved is in the ledger, and leaves the queue only for the sent-log',
  undone_is_never_sent: 'an action that a person has undone is never sent, and one that can be undone is sent once its time is over',
  own_changes_stay: 'an action leaves the queue only when the rows on the tablet contain it',
  rows_and_lm_agree: 'rows and last mutations on a tablet are of the same point in time',
  loss_is_reported: 'actions that the browser deleted are reported to the person and to the office',
  no_blind_overwrite: 'a record overwrites only what its tablet knew',
  decorator_has_what_was_sent:
    'what stock says is at the decorator is what was sent out of each work order and neither received nor told of since, and no work order makes stock',
  stock_is_what_arrived: 'each receipt has what was scanned last, and purchase orders, ledger and stock have what receipts have',
  collected_once:
    'each line of a collection has what was applied last, its returns and the ledger have the same, and no more came back than was sent',
  nothing_promised_twice: 'no receipt has allocated more than it brought, and no order has more than it asked for',
  totes_are_right: 'what was put into a tote is allocated to its order, or the office sees it; and no tote is for two open orders',
  received_items_have_a_place: 'each item that was received is in a bin or a tote, or a tablet names the bin or the order that it goes to',
  discrepancies_listed_once: 'items that were not to come are listed for the office, each once',
  items_are_named:
    'each item that a tablet has taken from a shelf is on a line, shipped, or in an open task to put it back, and at rest nothing else is',
  batch_is_whole: 'a step on several orders is saved for all of them or for none',
  walk_asks_once: 'a walk asks for exactly the items that its orders lack, each once, and for no order of somebody else',
  pick_ends_once:
    'each order has at most one open pick, no pick is completed twice or picked on after that, and a completed line is full or says why not',
  bags_within_picked: 'no bag has more items of a line than were picked',
  last_bag_stands: 'a bag has the items that were stated last, however often a statement arrives',
  weights_recorded_once: 'a bag and a dispatch have the weight that was stated last, and what a person confirmed is recorded once',
  nothing_completed_on_refusal: 'nothing is completed that builds on a refused record',
} as const;

export type InvariantName = keyof typeof invariants;
