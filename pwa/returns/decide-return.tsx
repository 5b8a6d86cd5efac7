import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { type Fate, fates, type Outcome, outcomes, type SeenDecision } from '../../shared/returns/decide-return.ts';
import { returnStatus } from '../../shared/returns/return-status.ts';
import { answer } from '../api/answer.ts';
import type { ApiError } from '../api/api-error.ts';
import { useWrite, type WriteOptions } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
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

interface Decision {
  qty_approved: number;
  outcome: Outcome;
  /** With an exchange: what is sent, and what happens to the returned items. */
  exchange_product_id: number | null;
  came_back: Fate;
}

type Line = Return['lines'][number];
interface Own {
  base: Line;
  now: Decision;
}
type Sent = Parameters<(typeof adminReturns)[':id']['$put']>[0]['json'];
/** Somebody else's decisions that were saved meanwhile. */
interface Stale {
  message: string;
  theirs: readonly Line[];
}

const outcomeWords: Record<Outcome, string> = { restock: 'Restock', write_off: 'Write off', exchange: 'Exchange' };
const decisionOf = ({ qty_approved, outcome, exchange_product, came_back }: Line): Decision => ({
  qty_approved,
  outcome: outcome ?? 'restock',
  exchange_product_id: exchange_product?.id ?? null,
  came_back: came_back ?? 'restock',
});
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
  /** Lines decided here, with the earlier decision that the person saw; any other line follows what others decide. */
  const [own, setOwn] = useState<ReadonlyMap<number, Own>>(new Map());
  const decisionNow = (line: Line): Decision => own.get(line.id)?.now ?? decisionOf(line);
  const [comments, setComments] = useState('');
  const [isDone, setDone] = useState(false);
  /** Finalise was pressed: what is still missing is shown in its place. */
  const [isConfirming, setConfirming] = useState(false);
  const [stale, setStale] = useState<Stale | null>(null);
  const changed = one.lines.filter((line) => !isSame(decisionNow(line), decisionOf(line)));
  useUnsavedGuard((changed.length > 0 || comments !== '') && !isDone);
  const lacking = one.lines.filter((line) => lacksSize(decisionNow(line)));
  const key = ['returns', 'office', String(one.id)];
  const leave = (): void => {
    setDone(true);
    setTimeout(() => void navigate(back));
  };
  const refused = ({ code, current, message }: ApiError): boolean => {
    if ((code !== 'stale_version' && code !== 'already_finalised') || !current) return false;
    const now = current as Return;
    if (code === 'already_finalised') {
      // A response that was lost on the way is no reason to ask again.
      const isMine = now.approver?.id === who.user.id;
      toast(isMine ? finalised : `${now.approver?.name ?? 'Somebody else'} has decided this return meanwhile.`, { tone: isMine ? 'done' : 'wrong' });
      if (isMine) leave();
    } else {
      const theirs = now.lines.filter((line) => {
        const base = own.get(line.id)?.base ?? one.lines.find(({ id }) => id === line.id);
        return base && !isSame(decisionOf(line), decisionOf(base));
      });
      setStale({ message, theirs });
      setOwn(new Map([...own].map(([id, { now: mine }]) => [id, { now: mine, base: now.lines.find((line) => line.id === id) as Line }])));
    }
    queries.setQueryData(key, now);
    return true;
  };
  const write: WriteOptions<Sent, Return> = {
    send: (json, options) => answer(adminReturns[':id'].$put({ param: { id: String(one.id) }, json }, options)),
    success: (_, { finalise: isFinal }) => (isFinal ? finalised : 'Saved'),
    refresh: [['returns'], ['admin-orders']],
    onSaved: (now, { finalise: isFinal }) => {
      if (isFinal) return leave();
      setStale(null);
      setOwn(new Map());
      queries.setQueryData(key, now);
    },
    onRefused: refused,
  };
  const save = useWrite(write);
  const finalise = useWrite(write);
  const sent = (): Omit<Sent, 'finalise'> => ({
    lines: changed.map((line) => sentOf(line.id, decisionNow(line))),
    seen: one.lines.map((line) => seenOf(line.id, decisionOf(own.get(line.id)?.base ?? line))),
  });
  const change = (line: Line, to: Partial<Decision>): void =>
    setOwn((before) => {
      const was = before.get(line.id);
      return new Map(before).set(line.id, { base: was?.base ?? line, now: { ...(was?.now ?? decisionOf(line)), ...to } });
    });
  const approveAll = (): void =>
    setOwn(
      new Map(
        one.lines.map((line) => [line.id, { base: own.get(line.id)?.base ?? line, now: { ...decisionNow(line), qty_approved: line.qty_requested } }]),
      ),
    );
  const qty_requested = one.lines.reduce((sum, line) => sum + line.qty_requested, 0);
  const decisions = one.lines.map(decisionNow);
  const qty_approved = decisions.reduce((sum, decision) => sum + decision.qty_approved, 0);
  const qty_exchanged = decisions.reduce((sum, { outcome, qty_approved: qty }) => sum + (outcome === 'exchange' ? qty : 0), 0);
  const askFinalise = async (): Promise<void> => {
    const [first] = lacking;
    if (first) {
      setConfirming(true);
      document.getElementById(`exchange-${first.id}`)?.focus();
      return;
    }
    const verdict = verdictWords[returnStatus({ finalised_at: one.created_at, qty_requested, qty_approved })];
    const body = (
      <p>
        {qty_approved} of {countText(qty_requested, 'item')} approved. {verdict}{' '}
        {qty_exchanged > 0 && `A draft order with ${countText(qty_exchanged, 'item')} in exchange is created. `}
        Stock and budgets are updated, and {one.creator.name} gets an email. The return can no longer be changed.
      </p>
    );
    if (await ask({ title: `Finalise return ${return_number}?`, body, action: 'Finalise', keep: 'Go back' }))
      await finalise.write({ finalise: true, approver_comments: comments.trim() || null, ...sent() });
  };

  return (
    <>
      <Page
        title={`Return ${return_number}`}
        back={back}
        sub={`Order ${one.order.order_number}, ${one.order.account.name}`}
        primary={
          <>
            <Button
              disabled={changed.length === 0 || lacking.length > 0}
              busy={save.busy}
              onClick={() => void save.write({ finalise: false, ...sent() })}
            >
              Save
            </Button>
            <Button
              look="primary"
              className={isPhone ? 'grow' : undefined}
              busy={finalise.busy}
              busyText="One moment"
              onClick={() => void askFinalise()}
            >
              Finalise
            </Button>
          </>
        }
      >
        <div className="return">
          {stale && (
            <Banner
              tone="warn"
              action={
                <span className="line">
                  <Button
                    size="sm"
                    onClick={() => {
                      setOwn(new Map([...own].filter(([id]) => !stale.theirs.some((line) => line.id === id))));
                      setStale(null);
                    }}
                  >
                    Keep theirs
                  </Button>
                  <Button size="sm" look="primary" onClick={() => setStale(null)}>
                    Keep mine
                  </Button>
                </span>
              }
            >
              <strong>{stale.message}</strong> {stale.theirs.map(decidedWords).join(' ')} Your own decisions are kept, and not saved yet.
            </Banner>
          )}
          <div className="line flex-wrap">
            <StatusBadge status={one.status} />
            <Link to={`/admin/orders/${one.order.uuid}/edit`}>
              Order <span className="code">{one.order.order_number}</span>
            </Link>
            <span className="sub">
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
                const decision = decisionNow(line);
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
                            id={`exchange-${line.id}`}
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
          <TextArea
            label="Comments"
            name="approver_comments"
            hint={`${one.creator.name} sees these comments`}
            rows={3}
            counted
            maxLength={limits.notes}
            value={comments}
            error={finalise.errors.approver_comments}
            onChange={(event) => setComments(event.target.value)}
          />
        </div>
      </Page>
      {dialog}
    </>
  );
}
