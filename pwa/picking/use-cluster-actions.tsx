import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { canPick } from '../../shared/picking/can-pick.ts';
import type { ClusterMemberView } from '../offline/cluster-view.ts';
import { queueMutations } from '../offline/queue-mutation.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import { useSession } from '../session/use-session.ts';
import { countText } from '../ui/count-text.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { completePicks } from './complete-pick.ts';
import { forgetSkipped } from './skipped-lines.ts';
import { takeOverCluster } from './start-cluster.ts';
import { pickingList } from './use-pick-actions.tsx';
import { whereNext } from './where-next.ts';

export interface ClusterActions {
  /** Undefined if the action is not possible now. */
  pause: (() => void) | undefined;
  resume: (() => void) | undefined;
  takeOver: { act: () => void; text: string } | undefined;
  complete: (members: readonly ClusterMemberView[]) => Promise<void>;
  menu: MenuItem[];
  /** The caller renders this once. */
  dialog: ReactNode;
}

/** The actions on all orders of a cluster. Each is one action on each pick that allows it: the server knows no cluster that could refuse. */
export function useClusterActions(id: string, members: readonly ClusterMemberView[]): ClusterActions {
  const { who, role } = useSession();
  const actor = { id: who.user.id, role };
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const elsewhereOf = useOtherTrolleys();
  const ofState = (...states: ClusterMemberView['state'][]) => members.filter(({ state }) => states.includes(state));
  const walking = ofState('walking');
  const paused = ofState('paused');
  const released = ofState('released');
  const each = (n: 'pick.pause' | 'pick.resume' | 'pick.handover', of: readonly ClusterMemberView[]) =>
    queueMutations(
      n,
      of.map(({ pick_id }) => ({ pick_id })),
    );

  const handover = async (): Promise<void> => {
    const own = [...walking, ...paused];
    const sure = await ask({
      title: `Hand over ${countText(own.length, 'order')} on this trolley?`,
      body: 'What has been picked stays recorded, each order in its tote. Somebody else can take over the trolley on another tablet.',
      action: 'Hand over',
      keep: 'Keep picking',
    });
    if (sure && !showRefusal(await each('pick.handover', own))) void navigate(pickingList);
  };

  const complete = async (some: readonly ClusterMemberView[]): Promise<void> => {
    const ready = some.filter(({ pick, lines }) => canPick(pick, lines, actor).complete);
    if (ready.length === 0) return;
    const elsewhere = ready.flatMap(({ pick }) => {
      const where = elsewhereOf(pick.holders);
      return where ? [`Order ${pick.order_number}: ${where}.`] : [];
    });
    const unusual = ready.flatMap(({ pick, lines }) => {
      const { text, is_usual } = whereNext(pick, lines);
      return is_usual ? [] : [`Order ${pick.order_number}: ${text}`];
    });
    if (elsewhere.length + unusual.length > 0) {
      const title = elsewhere.length > 0 ? 'Do you have all items?' : `Complete ${countText(ready.length, 'pick')}?`;
      const action = elsewhere.length > 0 ? 'I have them all' : `Complete ${countText(ready.length, 'pick')}`;
      if (!(await ask({ title, body: [...elsewhere, ...unusual].join(' '), action, keep: 'Keep picking' }))) return;
    }
    if (showRefusal(await completePicks(ready.map(({ pick_id }) => pick_id)))) return;
    for (const { pick_id } of ready) forgetSkipped(pick_id);
  };

  const by = released[0]?.pick.handed_over?.name;
  return {
    pause: walking.length > 0 ? () => void each('pick.pause', walking).then(showRefusal) : undefined,
    resume: paused.length > 0 ? () => void each('pick.resume', paused).then(showRefusal) : undefined,
    takeOver:
      released.length > 0
        ? {
            act: () => void takeOverCluster(id, released).then(showRefusal),
            text: `${by ?? 'Somebody'} handed over ${countText(released.length, 'order')} of this trolley.`,
          }
        : undefined,
    complete,
    menu: walking.length + paused.length > 0 ? [{ label: 'Hand over the trolley', onSelect: () => void handover() }] : [],
    dialog,
  };
}
