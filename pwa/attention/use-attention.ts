import { useEffect, useMemo, useState } from 'react';
import type { Floor } from '../../shared/sync/floor.ts';
import { useSyncState, useTablet, useView } from '../offline/use-floor.ts';
import { whoWorks } from '../session/at-work.ts';
import { useMaybeSession } from '../session/use-session.ts';
import { type AttentionView, attentionView, type LedgerPart, shelfTasks, type TaskView } from './attention-view.ts';

const all = (floor: Floor): Floor => floor;

/** The decisions that wait for a person at this tablet; null until the ledger is read. */
export function useAttention(): { view: AttentionView; tasks: TaskView[] } | null {
  const engine = useTablet();
  const sync = useSyncState();
  const floor = useView(all);
  const session = useMaybeSession();
  const me = session ? whoWorks(session).user.id : null;
  const [ledger, setLedger] = useState<LedgerPart | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the queue or its outcomes change
  useEffect(() => {
    let isOld = false;
    if (engine)
      void engine.queue().then((next) => {
        if (!isOld) setLedger(next);
      });
    return () => {
      isOld = true;
    };
  }, [engine, sync.waiting, sync.open, sync.last_sync_at]);
  return useMemo(() => {
    if (!engine || !floor || !ledger) return null;
    const here = { floor, device: engine.device, me };
    return { view: attentionView(ledger, here), tasks: shelfTasks(here, ledger.open) };
  }, [engine, floor, ledger, me]);
}
