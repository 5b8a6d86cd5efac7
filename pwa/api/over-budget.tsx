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

/** What a person confirms when a write goes over a budget or an allowance. */
export interface OverConfirmation {
  force_over_budget_order?: true | undefined;
  force_over_allowance?: true | undefined;
}

interface Refusal {
  sums: readonly string[];
  /** What lets the write pass; null if nothing does. */
  force: keyof OverConfirmation | null;
}

/** The sums of the server's refusal if only budgets or only allowances prevent the write; null otherwise. */
function refusalOf({ errors = {} }: ApiError): Refusal | null {
  const [field = '', ...others] = Object.keys(errors);
  const [success, ...sums] = errors[field] ?? [];
  if (others.length > 0) return null;
  if (field === 'force_over_budget_order' || field === 'force_over_allowance') return { sums, force: field };
  return field === 'budget' && success === messages.over_budget ? { sums, force: null } : null;
}

/** Says for each budget or allowance the amount and the excess; `children` say what follows. */
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
 * For writes that a budget or an allowance may prevent. Shows the sums and, if the rules allow an excess, asks the person whether to exceed it.
 * The texts are those of the question about a budget. Pass `isOverBudget` to `onRefused`, write with `forcing`, and render `dialog` once.
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
    /** Writes. If only what may be exceeded prevents the write, asks the person and, after a yes, writes again. Returns the saved record. */
    forcing: async <Saved,>(write: (more: OverConfirmation) => Promise<Saved | undefined>): Promise<Saved | undefined> => {
      const confirmed: OverConfirmation = {};
      // Once a budget is confirmed, an allowance may be asked about.
      for (;;) {
        refusal.current = null;
        const result = await write({ ...confirmed });
        // TypeScript does not see that `isOverBudget` sets the refusal during the write.
        const over = refusal.current as Refusal | null;
        if (!over) return result;
        const { sums, force } = over;
        if (!force) {
          setBound(sums);
          return undefined;
        }
        const isBudget = force === 'force_over_budget_order';
        const body = <Sums sums={sums}>{isBudget && <p>An alert e-mail may be sent to a manager.{mailWaits()}</p>}</Sums>;
        const question = isBudget ? { title, action } : { title: messages.allowances.over, action: 'Go over the allowance' };
        if (!(await ask({ ...question, body, keep }))) return undefined;
        confirmed[force] = true;
      }
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
