import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { canPick, canTakeBack } from '../../shared/picking/can-pick.ts';
import type { FloorActor } from '../../shared/picking/pick-facts.ts';
import { startPrint } from '../offline/print-jobs.ts';
import { useSyncState } from '../offline/use-floor.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import type { LineView, PickScreen } from '../offline/views.ts';
import { countText } from '../ui/count-text.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { type Question, useConfirm } from '../ui/use-confirm.tsx';
import { completePick } from './complete-pick.ts';
import { handoverPick } from './handover-pick.ts';
import { pausePick } from './pause-pick.ts';
import { resumePick } from './resume-pick.ts';
import { sendBackPick } from './send-back-pick.ts';
import { forgetSkipped } from './skipped-lines.ts';
import { startPick } from './start-pick.ts';
import { type TakeBackAction, takeBackOrder } from './take-back-order.ts';
import { whereNext } from './where-next.ts';

/** The address of the screen that follows an action that ends the work on an order. */
export const pickingList = '/admin/picking/orders';

export interface PickActions {
  can: ReturnType<typeof canPick>;
  start: () => void;
  pause: () => void;
  resume: () => void;
  complete: () => Promise<void>;
  menu: MenuItem[];
  /** The caller renders this once. */
  dialog: ReactNode;
}

/** Which garments lie on other trolleys: `Zip Hoodie, L: 1 on Aisha Begum’s trolley.` */
const onOthers = (lines: readonly LineView[], elsewhereOf: (holders: LineView['holders']) => string | null): string =>
  lines
    .flatMap((line) => {
      const elsewhere = elsewhereOf(line.holders);
      return elsewhere ? [`${[line.product_name, line.size].filter(Boolean).join(', ')}: ${elsewhere}.`] : [];
    })
    .join(' ');

/** The actions on the whole pick, each with the question that is asked first. */
export function usePickActions({ pick, lines }: PickScreen, actor: FloorActor, open: { count: () => void; tote: () => void }): PickActions {
  const navigate = useNavigate();
  const { online } = useSyncState();
  const { ask, dialog } = useConfirm();
  const elsewhereOf = useOtherTrolleys();
  const can = canPick(pick, lines, actor);
  const office = canTakeBack(pick, lines, actor);
  const number = `Order ${pick.order_number}`;
  const back = (): void => void navigate(pickingList);
  const over = (): void => {
    forgetSkipped(pick.id);
    back();
  };

  const complete = async (): Promise<void> => {
    const short = lines.filter((line) => line.is_done && !line.is_fully_picked).length;
    const quantityText = short
      ? `${countText(pick.qty_picked, 'item')} of ${pick.qty_allocated} picked; ${countText(short, 'line')} short.`
      : `All ${countText(pick.qty_picked, 'item')} picked.`;
    const next = whereNext(pick, lines);
    const elsewhere = elsewhereOf(pick.holders);
    const body = next.is_usual ? quantityText : `${quantityText} ${next.text}`;
    const question = elsewhere
      ? {
          title: 'Do you have all items?',
          body: `${onOthers(lines, elsewhereOf)} Complete the pick once all of them are on your trolley.`,
          action: 'I have them all',
        }
      : { title: `Complete the pick of order ${pick.order_number}?`, body, action: 'Complete pick' };
    const sure = await ask({ ...question, keep: 'Keep picking' });
    if (sure && !showRefusal(await completePick(pick.id))) over();
  };
  const handover = async (): Promise<void> => {
    const sure = await ask({
      title: `Hand over order ${pick.order_number}?`,
      body: 'What has been picked stays recorded. Somebody else can go on with it.',
      action: 'Hand over',
      keep: 'Keep picking',
    });
    if (sure && !showRefusal(await handoverPick(pick.id))) back();
  };
  const sendBack = async (): Promise<void> => {
    const sure = await ask({
      title: `Send order ${pick.order_number} back for re-allocation?`,
      body: pick.qty_picked
        ? `The ${countText(pick.qty_picked, 'item')} picked have to go back to the shelf.`
        : 'It keeps its allocation, and the office allocates it again.',
      action: 'Send back',
      keep: 'Keep it here',
      destroys: true,
    });
    if (sure && !showRefusal(await sendBackPick(pick.id))) over();
  };
  const print = async (): Promise<void> => {
    const printJob = { what: 'picking_list', uuid: pick.uuid, order_number: pick.order_number } as const;
    const { verdict, isKept } = await startPrint(printJob, [{ what: 'picking_list', pick_id: pick.id }]);
    if (!showRefusal(verdict) && isKept) toast('No network: the picking list waits on this tablet until it can be printed.', { tone: 'plain' });
  };
  const takeBack = async (action: TakeBackAction, question: Question, text: string): Promise<void> => {
    if (!(await ask(question)) || !(await takeBackOrder(action, pick.uuid))) return;
    toast(text);
    over();
  };

  /** Why the office's actions are disabled: they need the server, and a tablet that has sent all its changes. The menu shows this reason. */
  const hindrance = !online ? 'Needs the network' : pick.is_waiting ? 'This tablet has changes to send first' : false;
  const untouched = (allowed: boolean): string | false => hindrance || (allowed ? false : 'Some of it is picked: send it back first');
  const officeItems: MenuItem[] = office.cancel
    ? [
        'line',
        {
          label: 'Un-Allocate',
          disabled: untouched(office.unallocate),
          onSelect: () =>
            void takeBack(
              'unallocate',
              {
                title: 'Are you sure you want to unallocate this order?',
                body: `Everything allocated to order ${pick.order_number} of ${pick.account_name} goes back to free stock.`,
                action: 'Un-Allocate',
              },
              `${number} is not allocated any more`,
            ),
        },
        {
          label: 'Cancel Order',
          danger: true,
          disabled: hindrance,
          onSelect: () =>
            void takeBack(
              'cancel',
              {
                title: 'Are you sure you want to cancel this order?',
                body: `Order ${pick.order_number} of ${pick.account_name}. ${pick.qty_picked ? `The ${countText(pick.qty_picked, 'item')} picked have to go back to the shelf. ` : ''}This cannot be undone.`,
                action: 'Cancel Order',
                destroys: true,
              },
              `${number} is cancelled`,
            ),
        },
        {
          label: 'Delete order',
          danger: true,
          disabled: untouched(office.delete),
          onSelect: () =>
            void takeBack(
              'delete',
              {
                title: `Delete order ${pick.order_number}?`,
                body: 'It disappears from all lists, and its allocation goes back to free stock.',
                action: 'Delete order',
                destroys: true,
              },
              `${number} is deleted`,
            ),
        },
      ]
    : [];

  const items: (MenuItem | false)[] = [
    can.handover && { label: 'Hand over', onSelect: () => void handover() },
    can.record && { label: pick.tote ? `Tote ${pick.tote}` : 'Assign a tote', onSelect: open.tote },
    lines.length > 0 && { label: 'Ask for a count', onSelect: open.count },
    { label: 'Print the picking list', onSelect: () => void print() },
    can.send_back && { label: 'Send back for re-allocation', onSelect: () => void sendBack() },
    ...officeItems,
  ];
  return {
    can,
    start: () => void startPick(pick.id).then(showRefusal),
    pause: () => void pausePick(pick.id).then(showRefusal),
    resume: () => void resumePick(pick.id).then(showRefusal),
    complete,
    menu: items.filter((item) => item !== false),
    dialog,
  };
}
