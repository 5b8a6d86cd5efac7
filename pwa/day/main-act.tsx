import type { Ref } from 'react';
import { type DayRowName, dayRowPath, dayRows } from '../../shared/day/day-rows.ts';
import type { ListAction } from '../../shared/ordering/list-actions.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { readMatching, sendAgain } from './client.ts';
import type { Panel } from './read-panel.ts';

export interface MainActProps {
  name: DayRowName;
  panel: Panel;
  /** The element that Enter presses. */
  pressed: Ref<HTMLSpanElement>;
  /** Opens the dialog that acts on these orders. It outlives the panel, which follows the orders while they are done. */
  onMany: (many: ManyAct) => void;
}

/** An act on many orders. */
export interface ManyAct {
  action: ListAction;
  uuids: readonly string[];
}

/** The rows whose orders are all done at once, with the act and the words of its button. */
const manyActs: Partial<Record<DayRowName, { action: ListAction; words: string }>> = {
  ready: { action: 'release', words: 'Start Pick for' },
  short: { action: 'allocate', words: 'Allocate' },
};

/** The words of the button that opens the oldest item of a row, where one item is decided after the other. */
const firstActs: Partial<Record<DayRowName, string>> = {
  stuck: 'See to',
  missing: 'See to',
  returns: 'Decide',
  drafts: 'Open',
  counts: 'Decide',
  checks: 'Open',
  arriving: 'Open',
};

const EnterKey = () => <kbd className="day-enter">Enter</kbd>;

/** Finds all orders of a row, and opens the dialog that acts on them. */
function ManyButton({
  name,
  total,
  action,
  words,
  onMany,
}: Pick<MainActProps, 'name' | 'onMany'> & { total: number; action: ListAction; words: string }) {
  const find = useWrite({
    send: () => readMatching(dayRows[name].filter),
    success: ({ uuids, is_cut }) => (is_cut ? `Only the first ${formatCount(uuids.length)} are chosen.` : undefined),
    onSaved: ({ uuids }) => onMany({ action, uuids }),
  });
  return (
    <Button look="primary" busy={find.busy} busyText="Looking" onClick={() => void find.write()}>
      {words} {countText(total, 'order')} <EnterKey />
    </Button>
  );
}

function SendAgain({ ids }: { ids: readonly number[] }) {
  const again = useWrite({
    send: sendAgain,
    success: ({ queued, expired }) =>
      `${countText(queued, 'email')} ${queued === 1 ? 'is' : 'are'} sent again${expired > 0 ? `. The links of ${formatCount(expired)} have expired` : ''}`,
    refresh: [['day'], ['mail']],
  });
  return (
    <Button look="primary" busy={again.busy} busyText="Sending" onClick={() => void again.write([...ids])}>
      Send {ids.length === 1 ? 'it' : `these ${ids.length}`} again <EnterKey />
    </Button>
  );
}

/** The main button of a row: what is done with its items, or the way to the oldest one or to the list. */
function Act({ name, panel: { total, orders, items, ids }, onMany }: Omit<MainActProps, 'pressed'>) {
  const many = manyActs[name];
  if (many) return <ManyButton name={name} total={total} {...many} onMany={onMany} />;
  if (ids) return <SendAgain ids={ids} />;
  const [order] = orders ?? [];
  const [item] = items ?? [];
  const words = firstActs[name];
  const first = order ? { to: `/admin/orders/${order.uuid}/edit`, name: order.order_number } : item;
  return (
    <ButtonLink look="primary" to={words && first ? first.to : dayRowPath(name)}>
      {words && first ? `${words} ${first.name}` : 'Open the list'} <EnterKey />
    </ButtonLink>
  );
}

export const MainAct = ({ pressed, ...props }: MainActProps) => (
  <span ref={pressed} className="contents">
    <Act {...props} />
  </span>
);
