import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { returnFaults } from '../../shared/returns/create-return.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { mayLeave } from '../ui/leave-guard.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { Why } from '../ui/why.tsx';
import { type Line, type Order, orderReturns, type Returnable, type ReturnReason, readReturnable, readReturnReasons } from './client.ts';
import { afterChange, orderKey } from './order-data.ts';
import { LineWords, lineName } from './order-lines.tsx';
import './review.css';

/** What is returned of one line, while it is being entered. */
interface ReturnChoice {
  qty: number;
  reason: string;
}

const nothing: ReturnChoice = { qty: 0, reason: '' };

/** The lines that have a quantity, as they are sent. */
const inputOf = (order: Order, choices: ReadonlyMap<number, ReturnChoice>) =>
  order.lines.flatMap(({ id }) => {
    const { qty, reason } = choices.get(id) ?? nothing;
    return qty > 0 ? [{ id, qty_to_return: qty, ...(reason && { return_reason: Number(reason) }) }] : [];
  });

/** Returns something of an order: how many of which line and why. */
export function OrderReturn({ order, onClose }: { order: Order; onClose: () => void }) {
  const { uuid, order_number } = order;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const returnable = useQuery({
    queryKey: [...orderKey(uuid), 'returnable'],
    queryFn: async ({ signal }) => ({ ...(await readReturnable(uuid, signal)), reasons: (await readReturnReasons(signal)).items }),
  });
  const [choices, setWanted] = useState<ReadonlyMap<number, ReturnChoice>>(new Map());
  const [comments, setComments] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const input = inputOf(order, choices);
  const waits = input.length === 0 ? messages.nothing_to_return : null;
  const pieces = input.reduce((sum, { qty_to_return }) => sum + qty_to_return, 0);
  const letGo = useUnsavedGuard(pieces > 0 || comments.trim() !== '', 'view');

  const create = useWrite({
    send: (lines: typeof input, options) =>
      answer(orderReturns[':uuid'].returns.$post({ param: { uuid }, json: { lines, customer_comments: comments.trim() || null } }, options)),
    refresh: [...afterChange(uuid), ['returns']],
    onSaved: () => {
      toast('Return has been created', { title: 'Thank you' });
      letGo();
      void navigate('/', { replace: true });
    },
    onRefused: (error) => {
      if (error.status !== 422) return false;
      setFaults(error.first_messages);
      void returnable.refetch();
      return false;
    },
  });
  const submit = async (): Promise<void> => {
    const { lines, reasons } = returnable.data ?? { lines: [], reasons: [] };
    const newFaults = returnFaults(
      { lines: input },
      {
        lines: new Map(lines.map((line) => [line.id, { ...line, qty_shipped: line.qty_returnable, qty_undecided: 0, qty_approved: 0 }])),
        reasons: new Set(reasons.map(({ id }) => id)),
      },
    );
    setFaults(newFaults);
    const first = Object.keys(newFaults)[0];
    if (first) {
      const place = /^lines\.(\d+)\./.exec(first)?.[1];
      const id = place === undefined ? undefined : input[Number(place)]?.id;
      if (id !== undefined) document.getElementById(`reason-${id}`)?.focus();
      return;
    }
    const body = (
      <p>
        Are you sure you want to submit this return? You then send {countText(pieces, 'item')} of order {order_number} back to the warehouse.
      </p>
    );
    if (await ask({ title: `Return ${countText(pieces, 'item')}?`, body, action: 'Submit return', keep: 'Go back' })) await create.write(input);
  };
  // The form disappears before the address changes, so it asks about unsaved values itself.
  const goBack = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    letGo();
    onClose();
  };
  const change = (id: number, to: Partial<ReturnChoice>): void => {
    setFaults({});
    setWanted((before) => new Map(before).set(id, { ...(before.get(id) ?? nothing), ...to }));
  };
  const faultOf = (id: number, field: 'qty_to_return' | 'return_reason'): string | undefined => {
    const place = input.findIndex((line) => line.id === id);
    return place < 0 ? undefined : faults[`lines.${place}.${field}`];
  };

  return (
    <>
      <Page
        title="Create Return"
        name={`Create Return, order ${order_number}`}
        back={`/orders/${uuid}`}
        sub={
          <>
            Order <span className="code">{order_number}</span>
          </>
        }
        primary={
          <>
            <Why id="return-waits">{waits}</Why>
            <Button onClick={() => void goBack()}>Back to the order</Button>
            <Button
              look="primary"
              aria-describedby={waits ? 'return-waits' : undefined}
              className={isPhone ? 'grow' : undefined}
              disabled={waits !== null}
              busy={create.busy}
              busyText="Sending…"
              onClick={() => void submit()}
            >
              {pieces > 0 ? `Return ${countText(pieces, 'item')}` : 'Create Return'}
            </Button>
          </>
        }
      >
        <Loaded query={returnable} noun="order" waiting={<SkeletonText lines={8} />}>
          {({ lines, reasons }) => {
            const byId = new Map(lines.map((line) => [line.id, line]));
            if (!lines.some(({ qty_returnable, is_non_returnable }) => qty_returnable > 0 || is_non_returnable))
              return (
                <EmptyState title="Nothing to return">
                  <p>You can return only what has been dispatched and is not in another return.</p>
                </EmptyState>
              );
            return (
              <div className="return-form">
                <p className="sub">Enter how many of each item you are sending back, and why. We check what arrives and email you.</p>
                {order.employees.map((wearer) => {
                  const theirs = order.lines.filter(({ employee, id }) => employee.id === wearer.id && byId.has(id));
                  return (
                    theirs.length > 0 && (
                      <section key={wearer.id} className="card">
                        <header>
                          <h2 className="cut">{wearer.name}</h2>
                        </header>
                        <ul className="rows">
                          {theirs.map((line) => (
                            <ReturnLine
                              key={line.id}
                              line={line}
                              returnable={byId.get(line.id)}
                              reasons={reasons}
                              choices={choices.get(line.id) ?? nothing}
                              faults={{ qty: faultOf(line.id, 'qty_to_return'), reason: faultOf(line.id, 'return_reason') }}
                              onChange={(to) => change(line.id, to)}
                            />
                          ))}
                        </ul>
                      </section>
                    )
                  );
                })}
                <TextArea
                  label="Comments"
                  name="customer_comments"
                  rows={3}
                  counted
                  maxLength={limits.notes}
                  value={comments}
                  onChange={(event) => setComments(event.target.value)}
                  error={faults.customer_comments}
                />
              </div>
            );
          }}
        </Loaded>
      </Page>
      {dialog}
    </>
  );
}

interface ReturnLineProps {
  line: Line;
  returnable: Returnable | undefined;
  reasons: readonly ReturnReason[];
  choices: ReturnChoice;
  faults: { qty: string | undefined; reason: string | undefined };
  onChange: (to: Partial<ReturnChoice>) => void;
}

function ReturnLine({ line, returnable, reasons, choices, faults, onChange }: ReturnLineProps) {
  const name = lineName(line);
  return (
    <li className="return-line">
      <GarmentTile media={line.product.media} alt="" colour={line.product.attributes.colour_hex} size={56} />
      <div className="grow">
        <LineWords line={line} />
        {returnable?.is_non_returnable ? (
          <p className="return-none">
            <Badge>{messages.non_returnable}</Badge>
          </p>
        ) : !returnable || returnable.qty_returnable === 0 ? (
          <p className="note line-about return-none">{line.qty_shipped === 0 ? 'Not dispatched yet' : 'All of it is in a return already'}</p>
        ) : (
          <div className="return-ask">
            <QtyStepper
              label={`Return, ${name}`}
              value={choices.qty}
              max={returnable.qty_returnable}
              of={returnable.qty_returnable}
              error={faults.qty}
              onChange={(qty) => onChange({ qty })}
            />
            {choices.qty > 0 && (
              <Select
                id={`reason-${line.id}`}
                label={<>Reason{<span className="sr">, {name}</span>}</>}
                required
                placeholder="Choose a reason"
                options={reasons.map(({ id, description }) => ({ value: String(id), label: description }))}
                value={choices.reason}
                error={faults.reason}
                onChange={(event) => onChange({ reason: event.target.value })}
              />
            )}
            {faults.qty && <p className="err">{faults.qty}</p>}
          </div>
        )}
      </div>
    </li>
  );
}
