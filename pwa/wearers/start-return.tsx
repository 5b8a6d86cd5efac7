import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { type NewReturn, newReturn, returnFaults } from '../../shared/returns/create-return.ts';
import { SendBack } from '../api/send-back.tsx';
import { useForm } from '../api/use-form.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type HeldItem, type Person, readHeld, readReturnReasons, type StartedReturn, startReturns } from './client.ts';
import { GarmentText } from './garment-text.tsx';
import { useWearerScreens, type WearerScreens } from './use-wearer-screens.ts';
import { WearerRecord } from './wearer-record.tsx';
import './wearers.css';

/** Requests the return of the items that a person holds: all of them, unless smaller quantities are entered. */
export default function StartReturn() {
  return <WearerRecord>{(person) => <Return person={person} />}</WearerRecord>;
}

function Return({ person }: { person: Person }) {
  const screens = useWearerScreens(person);
  const [created, setCreated] = useState<readonly StartedReturn[] | null>(null);
  const query = useQuery({
    queryKey: ['wearer', person.id, 'held'],
    queryFn: async ({ signal }) => {
      const [held, reasons] = await Promise.all([readHeld(person.id, signal), readReturnReasons(signal)]);
      return { ...held, reasons: reasons.items };
    },
    // The data fill the form only once, so they are not read again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (created) return <Created person={person} screens={screens} returns={created} />;
  const head = { title: 'Create Return', name: `Create Return, ${person.name}`, back: screens.own, sub: person.name };
  return query.data ? (
    <Items key={query.dataUpdatedAt} head={head} person={person} {...query.data} refetch={() => void query.refetch()} onCreated={setCreated} />
  ) : (
    <Page {...head}>
      <Loaded query={query} noun="items" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

interface Values {
  /** How many items come back, by the ids of the lines. */
  lines: Record<number, { qty_to_return: number }>;
  /** The id of the reason, the same for all lines. */
  return_reason: string;
  customer_comments: string;
}

/** The lines with a quantity, in the format of the input. */
const linesOf = (items: readonly HeldItem[], { lines, return_reason }: Values): NewReturn['lines'] =>
  items.flatMap(({ id }) => {
    const qty_to_return = lines[id]?.qty_to_return ?? 0;
    return qty_to_return > 0 ? [{ id, qty_to_return, ...(return_reason && { return_reason: Number(return_reason) }) }] : [];
  });

/** The quantities that the form shows at first: all items that can be returned. */
const everything = (items: readonly HeldItem[]): Values['lines'] =>
  Object.fromEntries(items.map(({ id, qty_returnable }) => [id, { qty_to_return: qty_returnable }]));
const nothing = (items: readonly HeldItem[]): Values['lines'] => Object.fromEntries(items.map(({ id }) => [id, { qty_to_return: 0 }]));

interface ItemsProps {
  head: { title: string; name: string; back: string; sub: string };
  person: Person;
  items: readonly HeldItem[];
  is_complete: boolean;
  reasons: readonly { id: number; description: string }[];
  /** Called if some of the held items were returned meanwhile: reads the held items again. */
  refetch: () => void;
  onCreated: (returns: readonly StartedReturn[]) => void;
}

function Items({ head, person, items, is_complete, reasons, refetch, onCreated }: ItemsProps) {
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  /** The request lists the returned lines by position, each with a reason; the form has one reason for all of them. */
  const fieldOf = (name: string, values: Values): string => {
    const [, place, part] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? [];
    if (place === undefined) return name;
    return part === 'return_reason' ? 'return_reason' : `lines.${linesOf(items, values)[Number(place)]?.id}.qty_to_return`;
  };
  const form = useForm({
    schema: newReturn,
    values: {
      lines: everything(items),
      return_reason: person.is_archived || person.leaves_on ? String(reasons.find(({ description }) => description === LEFT)?.id ?? '') : '',
      customer_comments: '',
    } as Values,
    input: (values) => ({ lines: linesOf(items, values), customer_comments: values.customer_comments.trim() || null }),
    fieldOf,
    check: (values) => {
      const lines = new Map(
        items.map(({ id, qty_returnable, is_non_returnable }) => [
          id,
          { qty_shipped: qty_returnable, qty_undecided: 0, qty_approved: 0, is_non_returnable },
        ]),
      );
      const faults = returnFaults({ lines: linesOf(items, values) }, { lines, reasons: new Set(reasons.map(({ id }) => id)) });
      return Object.fromEntries(Object.entries(faults).map(([name, message]) => [fieldOf(name, values), message]));
    },
    confirm: () => {
      const body = (
        <p>
          Are you sure you want to submit this return? {countText(pieces, 'item')} of {person.name} then go back to the warehouse.
        </p>
      );
      return ask({ title: `Return ${countText(pieces, 'item')}?`, body, action: 'Submit return', keep: 'Go back' });
    },
    send: startReturns(person.id),
    refresh: [['wearer', person.id], ['returns'], ['orders']],
    onSaved: (answer) => {
      toast('Return has been created', { title: 'Thank you' });
      onCreated(answer.items);
    },
    onRefused: (error) => {
      if (error.status === 422) refetch();
      return false;
    },
  });
  const input = linesOf(items, form.values);
  const pieces = input.reduce((sum, { qty_to_return }) => sum + (qty_to_return ?? 0), 0);
  const isReturnable = items.some(({ qty_returnable }) => qty_returnable > 0);
  if (!isReturnable)
    return (
      <Page {...head}>
        <EmptyState title="Nothing to return">
          <p>You can return only what has been dispatched and is not in another return.</p>
        </EmptyState>
      </Page>
    );
  return (
    <>
      <Page
        {...head}
        primary={
          <Submit form={form} waits={pieces === 0 ? messages.nothing_to_return : null} className={isPhone ? 'grow' : undefined} busyText="Sending…">
            {pieces > 0 ? `Return ${countText(pieces, 'item')}` : 'Create Return'}
          </Submit>
        }
      >
        <Form form={form} className="wearer-return">
          {!is_complete && <Banner>They hold more than this list has. Return these first, and then the rest.</Banner>}
          <p className="sub">Enter how many of each item come back. There is a return for each order, and we check what arrives.</p>
          <section className="card" aria-label="Items">
            <header>
              <h2>{countText(items.length, 'line')}</h2>
              <span className="push line">
                <Button size="sm" onClick={() => form.fill({ lines: everything(items) })}>
                  All
                </Button>
                <Button size="sm" onClick={() => form.fill({ lines: nothing(items) })}>
                  None
                </Button>
              </span>
            </header>
            <ul className="rows wearer-lines">
              {items.map((item) => (
                <ItemRow key={item.id} item={item}>
                  <QtyStepper
                    label={`Return, ${item.product.name} ${item.product.size ?? ''}`}
                    {...form.control(`lines.${item.id}.qty_to_return`)}
                    max={item.qty_returnable}
                    of={item.qty_returnable}
                  />
                </ItemRow>
              ))}
            </ul>
          </section>
          <Select
            label="Reason"
            required
            placeholder="Choose a reason"
            options={reasons.map(({ id, description }) => ({ value: String(id), label: description }))}
            {...form.field('return_reason')}
          />
          <TextArea label="Comments" rows={3} counted {...form.field('customer_comments')} />
        </Form>
      </Page>
      {dialog}
    </>
  );
}

/** The description of the reason that the form chooses at first if the wearer is archived or leaves. */
const LEFT = 'Wearer has left';

/** One line of held items; `children` is the control for the quantity to return. */
function ItemRow({ item, children }: { item: HeldItem; children: ReactNode }) {
  const { product, order, sent_at, ordered_as, decoration, qty_held, qty_returnable, is_non_returnable } = item;
  return (
    <li>
      <GarmentTile media={product.media} alt="" colour={product.colour_hex} size={48} />
      <div className="grow">
        <GarmentText product={product} />
        <p className="note wearer-item">
          Order <span className="code">{order.order_number}</span>
          {sent_at && (
            <>
              , <DateText value={sent_at} form="list" />
            </>
          )}
          {decoration && `, ${decoration}`}
          {ordered_as && `, ordered as ${ordered_as}`}
        </p>
      </div>
      {is_non_returnable ? (
        <Badge>{messages.non_returnable}</Badge>
      ) : qty_returnable === 0 ? (
        <p className="note">{qty_held === 1 ? 'It is in a return already' : 'All of it is in a return already'}</p>
      ) : (
        children
      )}
    </li>
  );
}

/** The returns that were created, each a link. */
function Created({ person, screens, returns }: { person: Person; screens: WearerScreens; returns: readonly StartedReturn[] }) {
  const isPhone = useIsPhone();
  return (
    <Page
      title={returns.length === 1 ? 'Return has been created' : 'Returns have been created'}
      back={screens.own}
      sub={person.name}
      primary={
        <ButtonLink look="primary" to={screens.own} className={isPhone ? 'grow' : undefined}>
          Back to {person.name}
        </ButtonLink>
      }
    >
      <section className="card wearer-return" aria-label="Returns">
        <ul className="rows">
          {returns.map(({ id, return_number, order }) => (
            <li key={id}>
              <span className="grow">
                Return{' '}
                <Link className="code strong" to={screens.returned(id)}>
                  {return_number}
                </Link>
              </span>
              <span className="note">
                Order <span className="code">{order.order_number}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      {returns[0] && <SendBack send_back={returns[0].send_back} returns={returns} />}
    </Page>
  );
}
