import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { WearerAllowanceRoutes } from '../../server/allowances/routes.ts';
import { leftText } from '../../shared/allowances/allowance-words.ts';
import { Ration } from '../ui/ration.tsx';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';

const employees = hc<WearerAllowanceRoutes>('/api/employees', overTheWire);

const readAllowances = (id: number, signal: AbortSignal) =>
  answer(employees[':id'].allowances.$get({ param: { id: String(id) } }, { init: { signal } }));
export type WearerAllowance = Awaited<ReturnType<typeof readAllowances>>['items'][number];

/** What a person may have today of each of their allowances. */
export const useAllowances = (id: number, { enabled = true } = {}) =>
  useQuery({ queryKey: ['wearer', id, 'allowances'], queryFn: ({ signal }) => readAllowances(id, signal), enabled });

/** One allowance of a person: its name, how much is left, and when more comes. `adds` is what an order is about to take. */
export function AllowanceLine({ allowance, adds = 0 }: { allowance: WearerAllowance; adds?: number }) {
  const { name, unit, amount, used, reason } = allowance;
  const words = leftText(allowance);
  return (
    <div className="allowance">
      <p className="line">
        <strong className="cut grow" title={name}>
          {name}
        </strong>
        <span className="sub nowrap">{words}</span>
      </p>
      {amount !== null && amount + used + adds > 0 && (
        <Ration used={used} adds={adds} amount={amount} isCounted={unit === 'items'} label={`${name}: ${words}`} />
      )}
      {amount !== null && reason && <p className="note">{reason}</p>}
    </div>
  );
}
