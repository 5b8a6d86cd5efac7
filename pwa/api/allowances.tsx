import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { ReactNode } from 'react';
import type { WearerAllowanceRoutes } from '../../server/allowances/routes.ts';
import type { AllowanceUnit, ExtraInput } from '../../shared/allowances/allowance.ts';
import { leftAmountText, leftText, nextText, overSentence } from '../../shared/allowances/allowance-words.ts';
import { amountText } from '../../shared/allowances/judge-allowances.ts';
import { Ration } from '../ui/ration.tsx';
import { answer } from './answer.ts';
import { type Once, overTheWire } from './transport.ts';

const employees = hc<WearerAllowanceRoutes>('/api/employees', overTheWire);

const readAllowances = (id: number, signal: AbortSignal) =>
  answer(employees[':id'].allowances.$get({ param: { id: String(id) } }, { init: { signal } }));
export type WearerAllowances = Awaited<ReturnType<typeof readAllowances>>;
export type WearerAllowance = WearerAllowances['items'][number];

/** What a person may have today of each of their allowances, and who may grant more. */
export const useAllowances = (id: number | undefined, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['wearer', id, 'allowances'],
    queryFn: ({ signal }) => readAllowances(id ?? 0, signal),
    enabled: enabled && id !== undefined,
  });

/** Grants somebody more of an allowance in its present period. */
export const grantExtra = (id: number, allowance_id: number) => (json: ExtraInput, options: Once) =>
  answer(employees[':id'].allowances[':allowanceId'].extra.$post({ param: { id: String(id), allowanceId: String(allowance_id) }, json }, options));

interface AllowanceLineProps {
  allowance: {
    name: string;
    unit: AllowanceUnit;
    amount: number | null;
    used: number;
    left: number | null;
    next: { on: string; amount: number } | null;
    reason: string | null;
  };
  /** What an order is about to take. */
  adds?: number;
  /** The first name of the person; null for the reader. */
  who?: string | null;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One allowance of a person: its name, how much is left, when more comes and, if an order takes some of it, how much and what is over. */
export function AllowanceLine({ allowance, adds = 0, who = null, children }: AllowanceLineProps) {
  const { name, unit, amount, used, reason, next } = allowance;
  const over = amount === null ? 0 : Math.min(adds, Math.max(0, used + adds - amount));
  return (
    <div className="allowance">
      <p className="line allowance-head">
        <strong className="line allowance-left">
          <span className="cut" title={name}>
            {name}
          </span>
          <span className="nowrap">: {leftAmountText(allowance)}</span>
        </strong>
        {amount !== null && next && <span className="note push nowrap">{nextText(next)}</span>}
      </p>
      {amount !== null && amount + used + adds > 0 && (
        <Ration used={used} adds={adds} amount={amount} isCounted={unit === 'items'} label={`${name}: ${leftText(allowance)}`} />
      )}
      {amount !== null && adds > 0 && (
        <p className="allowance-legend">
          {used > 0 && <span>{amountText(unit, used)} used</span>}
          {adds > over && <span>{amountText(unit, adds - over)} in this order</span>}
          {over > 0 && <span className="t-wrong strong">{amountText(unit, over)} over</span>}
        </p>
      )}
      {over > 0 && <p className="sub text-md">{overSentence({ who, unit, used, adds, over, next })}</p>}
      {amount !== null && reason && <p className="note">{reason}</p>}
      {children}
    </div>
  );
}
