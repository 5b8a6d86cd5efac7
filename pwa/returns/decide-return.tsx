import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { type Fate, fates, type Outcome, outcomes } from '../../shared/returns/approve-line.ts';
import { type DecideReturnInput, decideReturnInput, type SeenDecision } from '../../shared/returns/decide-return.ts';
import { returnStatus } from '../../shared/returns/return-status.ts';
import { answer } from '../api/answer.ts';
import type { ApiError } from '../api/api-error.ts';
import type { Once } from '../api/transport.ts';
import { useForm } from '../api/use-form.ts';
import { mailWaits } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { focusField } from '../ui/field-name.ts';
import { Form, Submit } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { adminReturns, type Return, readOfficeReturn } from './client.ts';
import { lineName, ReturnRow } from './return-row.tsx';
import { ReturnSheet } from './return-sheet.tsx';
import { StatusBadge } from './status-badge.tsx';
import './returns.css';

const back = '/admin/returns';

/** One return for the office: how much of each line is accepted and what happens to it. A finalised return can only be read. */
export default function DecideReturn() {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: ['returns', 'office', id], queryFn: ({ signal }) => readOfficeReturn(id, signal) });
  const data = query.data;
  if (data?.can.decide) return <Decide key={data.id} one={data} />;
  return (
    <Page
      title={data ? `Return ${data.return_number}` : 'Return'}
      sub={data && `Order ${data.order.order_number}, ${data.order.account.name}`}
      primary={<ButtonLink to={back}>Back to Returns</ButtonLink>}
    >
      <Loaded query={query} noun="return" waiting={<SkeletonText lines={8} />}>
        {(one) => (
          <ReturnSheet one={one} orderHref={`/admin/orders/${one.order.uuid}/edit`} exchangeHref={(uuid) => `/admin/orders/${uuid}/create`} />
        )}
      </Loaded>
    </Page>
  );
}

const finalised = 'Return has been finalised';
const exchangeField = (id: number): string => `lines.${id}.exchange_product_id`;

interface Decision {
  qty_approved: number;
  outcome: Outcome;
  /** With an exchange: what is sent, and what happens to the returned items. */
  exchange_product_id: number | null;
  came_back: Fate;
}

type Line = Return['lines'][number];
const outcomeWords: Record<Outcome, string> = { restock: 'Restock', write_off: 'Write off', exchange: 'Exchange' };
const decisionOf = ({ qty_approved, outcome, exchange_product, came_back }: Line): Decision => ({
  qty_approved,
  outcome: outcome ?? 'restock',
  exchange_product_id: exchange_product?.id ?? null,
  came_back: came_back ?? 'restock',
});
/** The decisions by the ids of their lines. */
interface Values {
  lines: Record<number, Decision>;
}
const valuesOf = ({ lines }: Return): Values => ({ lines: Object.fromEntries(lines.map((line) => [line.id, decisionOf(line)])) });

const isSame = (one: Decision, other: Decision): boolean =>
  one.qty_approved === other.qty_approved &&
  one.outcome === other.outcome &&
  (one.outcome !== 'exchange' || (one.exchange_product_id === other.exchange_product_id && one.came_back === other.came_back));
/** A decision as it was seen: what happens to the items, and what is sent instead. */
const seenOf = (id: number, { qty_approved, outcome, exchange_product_id, came_back }: Decision): SeenDecision =>
  outcome === 'exchange' ? { id, qty_approved, outcome: came_back, exchange_product_id } : { id, qty_approved, outcome, exchange_product_id: null };
/** A decision in the form of the input. An exchange without a chosen product is saved as what happens to the items. */
const sentOf = (id: number, { qty_approved, outcome, exchange_product_id, came_back }: Decision) =>
  outcome === 'exchange'
    ? exchange_product_id === null
      ? { id, qty_approved, outcome: came_back }
      : { id, qty_approved, outcome, exchange_product_id, came_back }
    : { id, qty_approved, outcome };
/** An exchange for which no product is chosen yet. */
const lacksSize = ({ outcome, exchange_product_id, qty_approved }: Decision): boolean =>
  outcome === 'exchange' && qty_approved > 0 && exchange_product_id === null;

/** The decision on a line, in a sentence. */
const decidedWords = (line: Line): string => {
  const { qty_approved, outcome } = decisionOf(line);
  return `${lineName(line)}: ${qty_approved} of ${line.qty_requested} approved${qty_approved > 0 ? `, ${outcomeWords[outcome].toLowerCase()}` : ''}.`;
};

/** A size to send instead, and how much of it is in stock. */
const choiceWords = ({ sku, attributes, qty_free }: Line['exchange_choices'][number]): string =>
  `${[sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku} · ${qty_free > 0 ? `${qty_free} free` : 'none free'}`;

const verdictWords = {
  new: '',
  approved: 'The return is approved.',
  part_approved: 'The return is approved in part.',
  rejected: 'The return is rejected.',
};

function Decide({ one }: { one: Return }) {
  const queries = useQueryClient();
  const { who } = useSession();
  const { return_number } = one;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  /** Finalise was pressed: what is still missing is shown in its place. */
  const [isConfirming, setIsConfirming] = useState(false);
  const key = ['returns', 'office', String(one.id)];
  const send = (json: DecideReturnInput, options: Once) => answer(adminReturns[':id'].$put({ param: { id: String(one.id) }, json }, options));
  const refresh = [['returns'], ['admin-orders']];
  const leave = (): void => {
    form.giveUp();
    final.giveUp();
    void navigate(back);
  };
  const onRefused = ({ code, current, message }: ApiError): boolean => {
    if ((code !== 'stale_version' && code !== 'already_finalised') || !current) return false;
    const decided = current as Return;
    if (code === 'already_finalised') {
      // A response that was lost on the way is no reason to ask again.
      const isMine = decided.approver?.id === who.user.id;
      toast(isMine ? finalised : `${decided.approver?.name ?? 'Somebody else'} has decided this return meanwhile.`, {
        tone: isMine ? 'done' : 'wrong',
      });
      if (isMine) leave();
    } else form.takeCurrent(decided, message);
    queries.setQueryData(key, decided);
    return true;
  };
  const inputOf = ({ lines }: Values) => ({
    lines: one.lines.flatMap((line) => {
      const decision = lines[line.id];
      return !decision || isSame(decision, decisionOf(line)) ? [] : [sentOf(line.id, decision)];
    }),
    seen: one.lines.map((line) => seenOf(line.id, decisionOf(line))),
  });
  /** The decisions, which can be saved before they are final. */
  const form = useForm({
    schema: decideReturnInput,
    record: one,
    valuesOf,
    changes: (before, now) =>
      now.lines.filter((line) => before.lines.some((was) => was.id === line.id && !isSame(decisionOf(was), decisionOf(line)))).map(decidedWords),
    input: (values) => ({ finalise: false, ...inputOf(values) }),
    send,
    success: 'Saved',
    refresh,
    onSaved: (now) => void queries.setQueryData(key, now),
    onRefused,
  });
  /** The form that finalises the return: the comments, and with them all decisions as they are on the screen. */
  const final = useForm({
    schema: decideReturnInput,
    values: { approver_comments: '' },
    input: ({ approver_comments }) => ({ finalise: true, approver_comments: approver_comments.trim() || null, ...inputOf(form.values) }),
    confirm: () => confirmFinal(),
    send,
    refresh,
    onSaved: ({ exchange_order: draft }) => {
      toast(
        finalised,
        draft ? { action: { label: `Open draft ${draft.order_number}`, run: () => void navigate(`/admin/orders/${draft.uuid}/create`) } } : {},
      );
      leave();
    },
    onRefused,
  });
  const { lines } = form.values;
  const decisionNow = (line: Line): Decision => lines[line.id] ?? decisionOf(line);
  const isChanged = inputOf(form.values).lines.length > 0;
  const lacking = one.lines.filter((line) => lacksSize(decisionNow(line)));
  const change = (line: Line, to: Partial<Decision>): void => form.control(`lines.${line.id}`).onChange({ ...decisionNow(line), ...to });
  const approveAll = (): void =>
    form.fill({
      lines: Object.fromEntries(one.lines.map((line) => [line.id, { ...decisionNow(line), qty_approved: line.qty_requested }])),
    });
  const qty_requested = one.lines.reduce((sum, line) => sum + line.qty_requested, 0);
  const decisions = one.lines.map(decisionNow);
  const qty_approved = decisions.reduce((sum, decision) => sum + decision.qty_approved, 0);
  const qty_exchanged = decisions.reduce((sum, { outcome, qty_approved: qty }) => sum + (outcome === 'exchange' ? qty : 0), 0);
  const confirmFinal = async (): Promise<boolean> => {
    const [first] = lacking;
    if (first) {
      setIsConfirming(true);
      focusField(exchangeField(first.id));
      return false;
    }
    const verdict = verdictWords[returnStatus({ finalised_at: one.created_at, qty_requested, qty_approved })];
    const body = (
      <p>
        {qty_approved} of {countText(qty_requested, 'item')} approved. {verdict}{' '}
        {qty_exchanged > 0 && `A draft order with ${countText(qty_exchanged, 'item')} in exchange is created. `}
        Stock and budgets are updated, and {one.creator.name} gets an email.{mailWaits()} The return can no longer be changed.
      </p>
    );
    return ask({ title: `Finalise return ${return_number}?`, body, action: 'Finalise', keep: 'Go back' });
  };

  return (
    <>
      <Page
        title={`Return ${return_number}`}
        back={back}
        sub={`Order ${one.order.order_number}, ${one.order.account.name}`}
        primary={
          <>
            <Submit form={form} look="plain" disabled={!isChanged || lacking.length > 0}>
              Save
            </Submit>
            <Submit form={final} className={isPhone ? 'grow' : undefined} busyText="One moment">
              Finalise
            </Submit>
          </>
        }
      >
        <div className="return">
          <Form form={form} className="return">
            <div className="line flex-wrap">
              <StatusBadge status={one.status} />
              <Link to={`/admin/orders/${one.order.uuid}/edit`}>
                Order <span className="code">{one.order.order_number}</span>
              </Link>
              <span className="sub return-creator">
                {one.creator.name}, <DateText value={one.created_at} form="moment" />
              </span>
            </div>
            {one.customer_comments && <blockquote className="return-quote">{one.customer_comments}</blockquote>}
            <section className="card">
              <header>
                <h2>What was sent back</h2>
                <span className="push strong nowrap">
                  {qty_approved} of {qty_requested}
                  <span className="sr"> approved</span>
                </span>
                <Button size="sm" disabled={qty_approved === qty_requested} onClick={approveAll}>
                  Approve all
                </Button>
              </header>
              <ul className="rows">
                {one.lines.map((line) => {
                  const decision = form.control(`lines.${line.id}`).value;
                  const name = lineName(line);
                  return (
                    <ReturnRow key={line.id} of={line}>
                      <div className="return-decision">
                        <QtyStepper
                          label={`Approved, ${name}`}
                          value={decision.qty_approved}
                          max={line.qty_requested}
                          of={line.qty_requested}
                          onChange={(qty) => change(line, { qty_approved: qty })}
                        />
                        <Select
                          label={<span className="sr">Outcome for {name}</span>}
                          className="return-outcome"
                          options={outcomes.map((value) => ({ value, label: outcomeWords[value] }))}
                          value={decision.outcome}
                          disabled={decision.qty_approved === 0}
                          onChange={(event) => change(line, { outcome: event.target.value as Outcome })}
                        />
                        {decision.outcome === 'exchange' && decision.qty_approved > 0 && (
                          <div className="return-exchange">
                            <Select
                              name={exchangeField(line.id)}
                              label="Send instead"
                              required
                              placeholder="Choose a size"
                              options={line.exchange_choices.map((choice) => ({ value: String(choice.id), label: choiceWords(choice) }))}
                              value={String(decision.exchange_product_id ?? '')}
                              error={lacksSize(decision) && isConfirming ? 'Choose the size to send in exchange.' : undefined}
                              onChange={(event) => change(line, { exchange_product_id: Number(event.target.value) || null })}
                            />
                            <Select
                              label="What came back"
                              options={fates.map((value) => ({ value, label: outcomeWords[value] }))}
                              value={decision.came_back}
                              onChange={(event) => change(line, { came_back: event.target.value as Fate })}
                            />
                          </div>
                        )}
                      </div>
                    </ReturnRow>
                  );
                })}
              </ul>
            </section>
          </Form>
          <Form form={final}>
            <TextArea label="Comments" hint={`${one.creator.name} sees these comments`} rows={3} counted {...final.field('approver_comments')} />
          </Form>
        </div>
      </Page>
      {dialog}
    </>
  );
}
