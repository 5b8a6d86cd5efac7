import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type DecideReturnInput, decideReturnInput } from '../../shared/returns/decide-return.ts';
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
import { TextArea } from '../ui/field.tsx';
import { focusField } from '../ui/field-name.ts';
import { Form, Submit } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { adminReturns, type Return, readOfficeReturn } from './client.ts';
import {
  type Decision,
  decidedMeanwhile,
  decisionInput,
  decisionOf,
  decisionsOf,
  lacksSize,
  qtyExchanged,
  qtyWrittenOff,
  type ReturnLine,
} from './decision.ts';
import { DecisionFields, exchangeField } from './decision-fields.tsx';
import { ReturnRow } from './return-row.tsx';
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
  /** Whether *Finalise* was pressed: from then on each missing entry is reported at its field. */
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
      // If this person's earlier request finalised the return and its response was lost, that counts as success.
      const isMine = decided.approver?.id === who.user.id;
      toast(isMine ? finalised : `${decided.approver?.name ?? 'Somebody else'} has decided this return meanwhile.`, {
        tone: isMine ? 'done' : 'wrong',
      });
      if (isMine) leave();
    } else form.takeCurrent(decided, message);
    queries.setQueryData(key, decided);
    return true;
  };
  /** The form that saves the decisions without finalising the return. */
  const form = useForm({
    schema: decideReturnInput,
    record: one,
    valuesOf: decisionsOf,
    changes: decidedMeanwhile,
    input: (values) => ({ finalise: false, ...decisionInput(one, values) }),
    send,
    success: 'Saved',
    refresh,
    onSaved: (now) => void queries.setQueryData(key, now),
    onRefused,
  });
  /** The form that finalises the return: it sends the comments together with all decisions that are on the screen. */
  const final = useForm({
    schema: decideReturnInput,
    values: { approver_comments: '' },
    input: ({ approver_comments }) => ({ finalise: true, approver_comments: approver_comments.trim() || null, ...decisionInput(one, form.values) }),
    confirm: () => confirmFinal(),
    send,
    refresh,
    onSaved: ({ exchange_order: draft }) => {
      toast(
        finalised,
        draft && !one.exchange_order
          ? { action: { label: `Open draft ${draft.order_number}`, run: () => void navigate(`/admin/orders/${draft.uuid}/create`) } }
          : {},
      );
      leave();
    },
    onRefused,
  });
  const { lines } = form.values;
  const decisionNow = (line: ReturnLine): Decision => lines[line.id] ?? decisionOf(line);
  const isChanged = decisionInput(one, form.values).lines.length > 0;
  const lacking = one.lines.filter((line) => lacksSize(decisionNow(line)));
  const change = (line: ReturnLine, to: Partial<Decision>): void => form.control(`lines.${line.id}`).onChange({ ...decisionNow(line), ...to });
  const approveAll = (): void =>
    form.fill({
      lines: Object.fromEntries(one.lines.map((line) => [line.id, { ...decisionNow(line), qty_approved: line.qty_requested }])),
    });
  const qty_requested = one.lines.reduce((sum, line) => sum + line.qty_requested, 0);
  const decisions = one.lines.map(decisionNow);
  const qty_approved = decisions.reduce((sum, decision) => sum + decision.qty_approved, 0);
  const qty_exchanged = decisions.reduce((sum, decision) => sum + qtyExchanged(decision), 0);
  const qty_written_off = decisions.reduce((sum, decision) => sum + qtyWrittenOff(decision), 0);
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
        {qty_exchanged > 0 && !one.exchange_order && `A draft order with ${countText(qty_exchanged, 'item')} in exchange is created. `}
        {qty_written_off > 0 && `${countText(qty_written_off, 'item is', 'items are')} written off. `}
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
                  return (
                    <ReturnRow key={line.id} of={line}>
                      <DecisionFields
                        line={line}
                        exchangeOrder={one.exchange_order?.order_number ?? null}
                        decision={decision}
                        isConfirming={isConfirming}
                        onChange={(part) => change(line, part)}
                      />
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
