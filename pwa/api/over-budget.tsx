import { type ReactNode, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { ApiError } from './api-error.ts';

/** How many sums are shown one by one. */
const SHOWN = 12;

interface Refusal {
  sums: readonly string[];
  canForce: boolean;
}

/** The server's refusal, where only budgets prevent the write. */
function refusalOf({ errors = {} }: ApiError): Refusal | null {
  const [field = '', ...others] = Object.keys(errors);
  const [success, ...sums] = errors[field] ?? [];
  const canForce = field === 'force_over_budget_order';
  const isBudget = canForce || (field === 'budget' && success === messages.over_budget);
  return isBudget && others.length === 0 ? { sums, canForce } : null;
}

/** What each budget has and by how much it is exceeded, and what follows from that. */
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
 * Writes that a budget may prevent: the sum is shown, and where the budget may be exceeded, the person is asked. `isOverBudget`
 * handles the refusal (`onRefused`), `forcing` writes, `dialog` is rendered once.
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
    /** Writes. Where only a budget prevents that and it may be exceeded, asks the person, and writes again after a yes. Returns what is saved. */
    forcing: async <Saved,>(write: (more: { force_over_budget_order?: true }) => Promise<Saved | undefined>): Promise<Saved | undefined> => {
      refusal.current = null;
      const result = await write({});
      // It is set while the write is under way.
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
