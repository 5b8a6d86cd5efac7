import { useQuery } from '@tanstack/react-query';
import { messages } from '../../shared/messages.ts';
import { type NewReturn, newReturn, returnFaults } from '../../shared/returns/create-return.ts';
import { SendBack } from '../api/send-back.tsx';
import { type FormApi, useForm } from '../api/use-form.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { mayLeave } from '../ui/leave-guard.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import {
  type CreatedReturn,
  createReturn,
  type Line,
  type Order,
  type Returnable,
  type ReturnReason,
  readReturnable,
  readReturnReasons,
} from './client.ts';
import { afterChange, orderKey } from './order-data.ts';
import { LineWords, lineName } from './order-lines.tsx';
import './review.css';

/** The quantity and reason that the person enters for one line. */
interface ReturnChoice {
  qty_to_return: number;
  /** The id of a reason. */
  return_reason: string;
}
interface Values {
  /** The key is the id of the line. */
  lines: Record<number, ReturnChoice>;
  customer_comments: string;
}

const nothing: ReturnChoice = { qty_to_return: 0, return_reason: '' };

/** The lines with a quantity to return, as the request sends them. */
const linesOf = (order: Order, { lines }: Values) =>
  order.lines.flatMap(({ id }) => {
    const { qty_to_return, return_reason } = lines[id] ?? nothing;
    return qty_to_return > 0 ? [{ id, qty_to_return, ...(return_reason && { return_reason: Number(return_reason) }) }] : [];
  });

/** Returns items of an order: how many of which line, and why. */
export function OrderReturn({ order, onClose, onCreated }: { order: Order; onClose: () => void; onCreated: (created: CreatedReturn) => void }) {
  const { uuid, order_number } = order;
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const returnable = useQuery({
    queryKey: [...orderKey(uuid), 'returnable'],
    queryFn: async ({ signal }) => ({ ...(await readReturnable(uuid, signal)), reasons: (await readReturnReasons(signal)).items }),
  });
  /** An error names a line by its position in the request; the form names it by its id. */
  const fieldOf = (name: string, values: Values): string => {
    const [, place, part] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? [];
    return place === undefined ? name : `lines.${linesOf(order, values)[Number(place)]?.id}.${part === 'id' ? 'qty_to_return' : part}`;
  };
  const form = useForm({
    schema: newReturn,
    values: { lines: Object.fromEntries(order.lines.map(({ id }) => [id, nothing])), customer_comments: '' } as Values,
    input: (values) => ({ lines: linesOf(order, values), customer_comments: values.customer_comments.trim() || null }),
    fieldOf,
    check: (values) => {
      const { lines, reasons } = returnable.data ?? { lines: [], reasons: [] };
      const faults = returnFaults(
        { lines: linesOf(order, values) },
        {
          lines: new Map(lines.map((line) => [line.id, { ...line, qty_shipped: line.qty_returnable, qty_undecided: 0, qty_approved: 0 }])),
          reasons: new Set(reasons.map(({ id }) => id)),
        },
      );
      return Object.fromEntries(Object.entries(faults).map(([name, message]) => [fieldOf(name, values), message]));
    },
    guardedStep: 'view',
    confirm: () => {
      const body = (
        <p>
          Are you sure you want to submit this return? You then send {countText(pieces, 'item')} of order {order_number} back to the warehouse.
        </p>
      );
      return ask({ title: `Return ${countText(pieces, 'item')}?`, body, action: 'Submit return', keep: 'Go back' });
    },
    send: createReturn(uuid),
    refresh: [...afterChange(uuid), ['returns']],
    onSaved: (created) => {
      toast('Return has been created', { title: 'Thank you' });
      onCreated(created);
    },
    onRefused: (error) => {
      if (error.status === 422) void returnable.refetch();
      return false;
    },
  });
  const input = linesOf(order, form.values);
  const pieces = input.reduce((sum, { qty_to_return }) => sum + qty_to_return, 0);
  // The form is unmounted before the address changes, so `goBack` asks about unsaved values itself.
  const goBack = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    form.giveUp();
    onClose();
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
          <Submit
            form={form}
            waits={input.length === 0 ? messages.nothing_to_return : null}
            before={<Button onClick={() => void goBack()}>Back to the order</Button>}
            className={isPhone ? 'grow' : undefined}
            busyText="Sending…"
          >
            {pieces > 0 ? `Return ${countText(pieces, 'item')}` : 'Create Return'}
          </Submit>
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
              <Form form={form} className="return-form">
                <p className="sub">Enter how many of each item you are sending back, and why. We check what arrives and email you.{mailWaits()}</p>
                {order.employees.map((wearer) => {
                  const wearerLines = order.lines.filter(({ employee, id }) => employee.id === wearer.id && byId.has(id));
                  return (
                    wearerLines.length > 0 && (
                      <section key={wearer.id} className="card">
                        <header>
                          <h2 className="cut">{wearer.name}</h2>
                        </header>
                        <ul className="rows">
                          {wearerLines.map((line) => (
                            <ReturnLine key={line.id} form={form} line={line} returnable={byId.get(line.id)} reasons={reasons} />
                          ))}
                        </ul>
                      </section>
                    )
                  );
                })}
                <TextArea label="Comments" rows={3} counted {...form.field('customer_comments')} />
              </Form>
            );
          }}
        </Loaded>
      </Page>
      {dialog}
    </>
  );
}

/** A return that was created: its number, where and by when to send the items, and the slip for the parcel. */
export function ReturnCreated({ order, created }: { order: Order; created: CreatedReturn }) {
  const isPhone = useIsPhone();
  const { id, return_number, send_back } = created;
  const pieces = created.lines.reduce((sum, { qty_requested }) => sum + qty_requested, 0);
  return (
    <Page
      title={
        <>
          Return <span className="code">{return_number}</span>
        </>
      }
      name={`Return ${return_number}`}
      sub={
        <>
          Order <span className="code">{order.order_number}</span>
        </>
      }
      primary={
        <>
          <ButtonLink to={`/returns/${id}`} className={isPhone ? 'grow' : undefined}>
            Look at the return
          </ButtonLink>
          <ButtonLink look="primary" to="/" className={isPhone ? 'grow' : undefined}>
            Done
          </ButtonLink>
        </>
      }
    >
      <div className="return-form">
        <p className="sub">
          {countText(pieces, 'item')} of order {order.order_number} {pieces === 1 ? 'goes' : 'go'} back. We check what arrives and email you.
          {mailWaits()}
        </p>
        {send_back && <SendBack send_back={send_back} returns={[created]} />}
      </div>
    </Page>
  );
}

interface ReturnLineProps {
  form: Pick<FormApi<Values, NewReturn>, 'control' | 'field'>;
  line: Line;
  returnable: Returnable | undefined;
  reasons: readonly ReturnReason[];
}

function ReturnLine({ form, line, returnable, reasons }: ReturnLineProps) {
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
          <ReturnFields form={form} id={line.id} name={name} max={returnable.qty_returnable} reasons={reasons} />
        )}
      </div>
    </li>
  );
}

interface ReturnFieldsProps extends Pick<ReturnLineProps, 'form' | 'reasons'> {
  id: number;
  name: string;
  max: number;
}

/** How many of a line are returned, and why. */
function ReturnFields({ form, id, name, max, reasons }: ReturnFieldsProps) {
  const qty = form.control(`lines.${id}.qty_to_return`);
  return (
    <div className="return-ask">
      <QtyStepper label={`Return, ${name}`} {...qty} max={max} of={max} />
      {qty.value > 0 && (
        <Select
          label={<>Reason{<span className="sr">, {name}</span>}</>}
          required
          placeholder="Choose a reason"
          options={reasons.map((reason) => ({ value: String(reason.id), label: reason.description }))}
          {...form.field(`lines.${id}.return_reason`)}
        />
      )}
      {qty.error && <p className="err">{qty.error}</p>}
    </div>
  );
}
