import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { csvOf } from '../../shared/csv.ts';
import { type ListAction, MAX_ORDERS_AT_ONCE } from '../../shared/ordering/list-actions.ts';
import { answer } from '../api/answer.ts';
import { asApiError } from '../api/api-error.ts';
import { once } from '../api/transport.ts';
import { Bar } from '../ui/bar.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { saveFile } from '../ui/save-file.ts';
import { fulfilment, type Outcome } from './client.ts';

const words: Record<ListAction, { title: string; start: string; ask: string }> = {
  allocate: { title: 'Allocate', start: 'Allocate', ask: 'Each line gets as much free stock as there is, one order after another.' },
  release: {
    title: 'Start Pick',
    start: 'Start Pick',
    ask: 'Allocated items are released to the warehouse. An order with nothing allocated stays here.',
  },
  hold: { title: 'Put on hold', start: 'Put on hold', ask: 'Nothing is allocated, picked or dispatched until the hold is lifted.' },
  let_go: { title: 'Take off hold', start: 'Take off hold', ask: 'Work on these orders continues.' },
  unallocate: {
    title: 'Un-Allocate',
    start: 'Un-Allocate',
    ask: 'Are you sure you want to unallocate these orders? Orders that are already picked stay as they are.',
  },
  send_back: { title: 'Send back', start: 'Send back', ask: 'They are removed from the warehouse’s lists and keep their allocation.' },
};

/** How many results are shown; all of them are in the CSV. */
const SHOWN = 200;

/** Does the same to the chosen orders, some at a time, and shows the result of each. */
export function ManyOrders({ action, uuids, onClose }: { action: ListAction; uuids: readonly string[]; onClose: (isDone: boolean) => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'asking' | 'running' | 'ended'>('asking');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const isStopped = useRef(false);
  const { title, start, ask } = words[action];
  const count = countText(uuids.length, 'order');
  const needsReason = action === 'hold' && reason.trim() === '';

  const run = async (): Promise<void> => {
    setState('running');
    for (let from = 0; from < uuids.length && !isStopped.current; from += MAX_ORDERS_AT_ONCE) {
      try {
        const json = {
          action,
          orders: uuids.slice(from, from + MAX_ORDERS_AT_ONCE),
          ...(action === 'hold' && { frozen_reason: reason.trim() }),
        };
        const { items } = await answer(fulfilment.actions.$post({ json }, once()));
        setOutcomes((before) => [...before, ...items]);
      } catch (error) {
        setFault(asApiError(error).message);
        break;
      }
    }
    setState('ended');
    void queries.invalidateQueries({ queryKey: ['admin-orders'] });
    void queries.invalidateQueries({ queryKey: ['orders'] });
  };
  const doneCount = outcomes.filter(({ is_done }) => is_done).length;
  const refusedCount = outcomes.length - doneCount;
  // Results that need a person come first.
  const rows = [...outcomes.filter(({ is_done }) => !is_done), ...outcomes.filter(({ is_done }) => is_done)].slice(0, SHOWN);
  const remaining = uuids.length - outcomes.length;

  return (
    <Dialog
      open
      onClose={() => onClose(state === 'ended')}
      closable={state !== 'running'}
      title={`${title}: ${count}`}
      description={state === 'asking' ? ask : undefined}
      width={640}
      onSubmit={() => state === 'asking' && !needsReason && void run()}
      actions={
        state === 'asking' ? (
          <>
            {needsReason && <span className="note dialog-why">Say why first.</span>}
            <Button onClick={() => onClose(false)}>Leave them as they are</Button>
            <Button type="submit" look="primary" disabled={needsReason}>
              {start}
            </Button>
          </>
        ) : state === 'running' ? (
          <Button
            onClick={() => {
              isStopped.current = true;
            }}
          >
            Stop after these
          </Button>
        ) : (
          <>
            <Button
              look="quiet"
              className="dialog-why"
              onClick={() =>
                saveFile(
                  `${action.replace('_', '-')}-results.csv`,
                  new Blob(
                    [
                      csvOf([
                        ['order_number', 'done', 'result'],
                        ...outcomes.map(({ order_number, is_done, message }) => [order_number, is_done ? 'yes' : 'no', message]),
                      ]),
                    ],
                    { type: 'text/csv;charset=utf-8' },
                  ),
                )
              }
            >
              Results as CSV
            </Button>
            <Button look="primary" onClick={() => onClose(true)}>
              Done
            </Button>
          </>
        )
      }
    >
      {state === 'asking' && action === 'hold' && (
        <TextArea
          label="Reason"
          name="frozen_reason"
          maxLength={500}
          counted
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {state !== 'asking' && (
        <div className="flow">
          <Bar
            label={`${outcomes.length} of ${uuids.length}`}
            parts={[
              { share: doneCount / uuids.length, tone: 'done' },
              { share: refusedCount / uuids.length, tone: 'over' },
            ]}
          />
          <p role="status">
            <strong>{formatCount(doneCount)} done</strong>
            {refusedCount > 0 && `, ${formatCount(refusedCount)} not`}
            {remaining > 0 && `, ${formatCount(remaining)} ${state === 'ended' ? 'left as they were' : 'to go'}`}.
          </p>
          {fault && <p className="err">{fault}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
          <section className="many-results" aria-label="Result of each order" tabIndex={0}>
            <ul aria-label="Results">
              {rows.map(({ uuid, order_number, is_done, message }) => (
                <li key={uuid} className="line">
                  <span className="code strong">{order_number ?? 'Gone'}</span>
                  <span className={is_done ? 'sub grow' : 't-wrong grow'}>{message}</span>
                </li>
              ))}
            </ul>
          </section>
          {outcomes.length > SHOWN && (
            <p className="note">
              The first {SHOWN} of {formatCount(outcomes.length)}; the CSV lists all of them.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
