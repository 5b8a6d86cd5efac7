import { type ReactNode, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { ApiError } from './api-error.ts';

/** How many sums are listed; further sums are only counted. */
const SHOWN = 12;

interface Refusal {
  sums: readonly string[];
  canForce: boolean;
}

/** The sums of the server's refusal if only budgets prevent the write; null otherwise. */
function refusalOf({ errors = {} }: ApiError): Refusal | null {
  const [field = '', ...others] = Object.keys(errors);
  const [success, ...sums] = errors[field] ?? [];
  const canForce = field === 'force_over_budget_order';
  const isBudget = canForce || (field === 'budget' && success === messages.over_budget);
  return isBudget && others.length === 0 ? { sums, canForce } : null;
}

/** Says for each budget the amount and the excess; `children` say what follows. */
const Sums = ({ sums, children }: { sums: readonly string[]; children: ReactNode }) => (
  <div className="flow text-md">
    {sums.slice(0, SHOWN).map((sum) => (
      <p key={sum}>{sum}</p>
    ))}
    {sums.length > SHOWN && <p className="note">And {countText(sums.length - SHOWN, 'budget')} more.</p>}
    {children}
  </div>
);

/**
 * For writes that a budget may prevent. Shows the sums and, if the rules allow an excess, asks the person whether to exceed the budget.
 * Pass `isOverBudget` to `onRefused`, write with `forcing`, and render `dialog` once.
 */
export function useOverBudget({ title, action, keep }: { title: string; action: string; keep: string }) {
  const { ask, dialog } = useConfirm();
  const [bound, setBound] = useState<readonly string[] | null>(null);
  const refusal = useRef<Refusal | null>(null);
  return {
    isOverBudget: (error: ApiError): boolean => {
      refusal.current = refusalOf(error);
      return refusal.current !== null;
    },
    /** Writes. If only budgets that may be exceeded prevent the write, asks the person and, after a yes, writes again. Returns the saved record. */
    forcing: async <Saved,>(write: (more: { force_over_budget_order?: true }) => Promise<Saved | undefined>): Promise<Saved | undefined> => {
      refusal.current = null;
      const result = await write({});
      // TypeScript does not see that `isOverBudget` sets the refusal during the write.
      const budgetRefusal = refusal.current as Refusal | null;
      if (!budgetRefusal) return result;
      const { sums, canForce } = budgetRefusal;
      if (!canForce) {
        setBound(sums);
        return undefined;
      }
      const body = (
        <Sums sums={sums}>
          <p>An alert e-mail may be sent to a manager.{mailWaits()}</p>
        </Sums>
      );
      return (await ask({ title, body, action, keep })) ? write({ force_over_budget_order: true }) : undefined;
    },
    dialog: (
      <>
        {dialog}
        <Dialog
          open={bound !== null}
          onClose={() => setBound(null)}
          title={title}
          icon={{ name: 'alert', tone: 'wrong' }}
          actions={
            <Button look="primary" onClick={() => setBound(null)}>
              {keep}
            </Button>
          }
        >
          <Sums sums={bound ?? []}>
            <p className="strong">This budget cannot be exceeded.</p>
          </Sums>
        </Dialog>
      </>
    ),
  };
}
