import { messages } from '../../shared/messages.ts';
import { nextTurn } from '../../shared/picking/cluster-stops.ts';
import { scanOnCluster } from '../../shared/picking/scan-on-cluster.ts';
import { toteName } from '../../shared/picking/tote-places.ts';
import { walkCluster } from '../../shared/picking/walk-cluster.ts';
import { clusterScreen } from '../offline/cluster-view.ts';
import { currentFloor, resolveScanHere } from '../offline/current-floor.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import type { Store } from '../ui/store.ts';
import { signalAfterPut, type WalkState, wrongToteWords } from './cluster-walk-state.ts';
import { putIntoTote } from './put-into-tote.ts';
import { skippedLinesOf } from './skipped-lines.ts';

/**
 * Handles scans while a cluster is picked: the item begins its stop, each tote confirms its turn, a bin leads to its stop. This hook reads the tablet's
 * current data, which may be newer than the rendered data.
 */
export function useClusterScan(id: string, me: number, state: Store<WalkState>): void {
  useScan(async ({ text }): Promise<Answer> => {
    const screen = clusterScreen(currentFloor(), id, me);
    if (!screen) return 'pass';
    const { chosen, open, plan } = state.get();
    const skipped = skippedLinesOf(screen.members.map(({ pick_id }) => pick_id));
    const { current } = walkCluster(screen.stops, { chosen, skipped });
    const members = screen.members.map(({ pick_id, position, pick }) => ({ pick_id, position, uuid: pick.uuid, tote: pick.tote }));
    const scan = scanOnCluster(resolveScanHere(text), {
      ...{ stops: screen.stops, members, current },
      is_open: current !== null && current.product_id === open,
    });
    const wrong = (words: string): Answer => {
      state.set({ ...state.get(), note: { at: 'top', tone: 'wrong', text: words } });
      return 'wrong';
    };
    const show = (change: Partial<WalkState>): void => state.set({ ...state.get(), note: null, ...change });
    const turn = current && nextTurn(current);

    switch (scan.does) {
      case 'open': {
        const first = nextTurn(scan.stop);
        const isActive = screen.members.some(({ state: of }) => of === 'walking');
        if (!first || !isActive) return wrong(`Not counted. ${messages.pick_paused}`);
        const { product_id } = scan.stop;
        show({ chosen: product_id, open: product_id, plan: plan?.product_id === product_id ? plan : null });
        return `tote_${first.position}`;
      }
      case 'open_already':
        show({ note: { at: 'top', tone: 'warn', text: `Scanned already: one scan is for all totes. Now ${toteName(scan.turn.position)}.` } });
        return 'jump';
      case 'go':
        show({ chosen: scan.stop.product_id, open: scan.stop.product_id === open ? open : null });
        return 'jump';
      case 'put': {
        const product_id = current?.product_id ?? 0;
        const verdict = await putIntoTote(scan.turn, product_id, plan, scan.assigns);
        if (!verdict.ok) return wrong(`Not counted. ${verdict.message}`);
        return afterPut(state, id, me, product_id);
      }
      case 'enough':
        return wrong('Not counted. Every tote has its items of this product.');
      case 'wrong_tote':
        return wrong(turn ? wrongToteWords(scan.position, turn.position) : `This is ${toteName(scan.position)}.`);
      case 'second_tote':
        return wrong(`${scan.tote} is not on this trolley. If a tote is full, tap it below and scan the next one.`);
      case 'taken_tote':
        return wrong(`Tote ${scan.tote} holds order ${scan.order_number}. Take another one.`);
      case 'no_turn':
        return wrong('Scan the item first, then the tote.');
      case 'wrong_product':
        if (!current) return wrong(`Not counted. ${scan.product.name} is in none of these orders.`);
        show({ note: { at: 'line', is: 'product', product: scan.product } });
        return 'wrong';
      case 'wrong_bin':
        if (!current) return wrong(`Nothing for these orders is in ${scan.bin}.`);
        show({ note: { at: 'line', is: 'bin', bin: scan.bin } });
        return 'wrong';
      case 'unknown':
        show({ note: { at: 'top', tone: 'warn', text: `Not counted. ${text} is no product, bin or tote on this tablet.` } });
        return 'unknown';
      case 'leave':
        return 'pass';
    }
  });
}

/** Shows the next turn, or the next stop once every tote has its items. Returns the signal that says which. */
export function afterPut(state: Store<WalkState>, id: string, me: number, product_id: number): Exclude<Answer, 'pass'> {
  const after = signalAfterPut(clusterScreen(currentFloor(), id, me), product_id);
  const isOver = !after.startsWith('tote_');
  const { plan } = state.get();
  state.set({ chosen: isOver ? null : product_id, open: isOver ? null : product_id, plan: isOver ? null : plan, note: null });
  return after;
}
