import type { PickView } from '../offline/views.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { formatPickTime } from './format-pick-time.ts';
import type { PickActions } from './use-pick-actions.tsx';

/** Says whether the office has put the order on hold. Also says who has the order and since when, unless the person at the tablet has it. */
export function PickNotice({ pick, isMine, actions }: { pick: PickView; isMine: boolean; actions: PickActions }) {
  return (
    <>
      {pick.is_frozen && (
        <Banner tone="wrong">
          <strong>Stop: the office has put this order on hold.</strong> {pick.frozen_reason}
        </Banner>
      )}
      <Holder pick={pick} isMine={isMine} actions={actions} />
    </>
  );
}

function Holder({ pick, isMine, actions }: { pick: PickView; isMine: boolean; actions: PickActions }) {
  const { picker, paused_at, claimed_at, handed_over } = pick;
  if (!picker) {
    return (
      <Banner
        action={
          actions.can.start && (
            <Button look="primary" onClick={actions.start}>
              Start picking
            </Button>
          )
        }
      >
        {handed_over ? `${handed_over.name} handed this order over at ${formatPickTime(handed_over.at)}.` : 'Nobody is picking this order yet.'}
        {pick.qty_picked > 0 && ` ${pick.qty_picked} of ${pick.qty_allocated} are picked.`}
      </Banner>
    );
  }
  const who = isMine ? 'You' : picker.name;
  if (pick.state === 'paused') return <Banner tone="warn">{`${who} paused this pick${paused_at ? ` at ${formatPickTime(paused_at)}` : ''}.`}</Banner>;
  if (isMine) return null;
  return (
    <Banner tone="warn">
      {claimed_at ? `${who} has been picking this order since ${formatPickTime(claimed_at)}.` : `${who} is picking this order.`}
    </Banner>
  );
}
