import { useState } from 'react';
import { canPick } from '../../shared/picking/can-pick.ts';
import { checkLeaveCluster } from '../../shared/picking/leave-cluster.ts';
import { toteColour } from '../../shared/picking/tote-places.ts';
import { totesOf } from '../../shared/purchasing/tote.ts';
import type { ClusterMemberView } from '../offline/cluster-view.ts';
import { useScan } from '../scan/use-scan.ts';
import { useSession } from '../session/use-session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { assignTote, fillNextTote } from './assign-tote.ts';
import { leaveCluster } from './leave-cluster.ts';

interface ClusterToteSheetProps {
  member: ClusterMemberView;
  onClose: () => void;
  onComplete: () => void;
}

/**
 * One tote of the trolley: its label, another tote once it is full, and how it leaves before the others. While this sheet is open, a scanned code is
 * the order's tote, or the next one if it has a tote already.
 */
export function ClusterToteSheet({ member: { pick, lines, position, state }, onClose, onComplete }: ClusterToteSheetProps) {
  const { who, role } = useSession();
  const actor = { id: who.user.id, role };
  const [tote, setTote] = useState('');
  const can = canPick(pick, lines, actor);
  const totes = totesOf(pick);
  const missing = lines.reduce((sum, line) => sum + (line.is_done ? 0 : line.qty_allocated - line.qty_picked), 0);
  const trimmed = tote.trim();

  const use = async (code: string, isNext: boolean): Promise<boolean> => {
    if (showRefusal(await (isNext ? fillNextTote(pick, code) : assignTote(pick.id, code)))) return false;
    toast(isNext ? `Order ${pick.order_number} goes on in tote ${code}` : `Order ${pick.order_number} is in tote ${code}`);
    onClose();
    return true;
  };
  const leave = async (): Promise<void> => {
    if (showRefusal(await leaveCluster(pick.id))) return;
    toast(`Tote ${position} ${toteColour(position)} is off the trolley. Order ${pick.order_number} is in your picking list.`);
    onClose();
  };
  useScan(async ({ text }) => ((await use(text.slice(0, 40), totes.length > 0)) ? 'right' : 'wrong'), { inDialog: true, enabled: can.record });

  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title={`Tote ${position} ${toteColour(position)}`}
      description={`Order ${pick.order_number}, ${pick.account_name}${pick.site_name ? `, ${pick.site_name}` : ''}`}
      actions={
        can.record && (
          <>
            <Button size="lg" className="flex-1" disabled={!trimmed || totes.length === 0} onClick={() => void use(trimmed, false)}>
              {pick.tote ? `Instead of ${pick.tote}` : 'Instead'}
            </Button>
            <Button size="lg" look="primary" className="flex-1" disabled={!trimmed} onClick={() => void use(trimmed, totes.length > 0)}>
              {totes.length > 0 ? `Full: go on in ${trimmed || 'another'}` : `Use ${trimmed || 'this tote'}`}
            </Button>
          </>
        )
      }
    >
      <div className="flow">
        <p>
          {totes.length > 0 ? `In tote ${totes.join(' and ')}. ` : ''}
          {pick.qty_picked} of {countText(pick.qty_allocated, 'item')} in.
        </p>
        {can.record && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (trimmed) void use(trimmed, totes.length > 0);
            }}
          >
            <TextField
              label={totes.length > 0 ? 'If it is full, scan or type the next tote' : 'Scan or type the tote'}
              name="tote"
              value={tote}
              maxLength={40}
              autoComplete="off"
              onChange={(event) => setTote(event.target.value)}
            />
          </form>
        )}
        {state !== 'complete' && (
          <div className="acts tote-acts">
            <ButtonLink to={`/admin/picking/orders/${pick.uuid}`} size="lg">
              Open order {pick.order_number}
            </ButtonLink>
            {can.complete ? (
              <Button
                size="lg"
                onClick={() => {
                  onClose();
                  onComplete();
                }}
              >
                Complete it now
              </Button>
            ) : (
              <Button size="lg" disabled={!checkLeaveCluster(pick, actor).ok} onClick={() => void leave()}>
                Take it off the trolley
              </Button>
            )}
          </div>
        )}
        {!can.complete && missing > 0 && checkLeaveCluster(pick, actor).ok && (
          <p className="note">Off the trolley, the order keeps what is picked. Its {countText(missing, 'item')} still to pick leave this walk.</p>
        )}
      </div>
    </Sheet>
  );
}
