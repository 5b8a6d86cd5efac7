import { type ReactNode, useRef, useState } from 'react';
import { extraInput } from '../../shared/allowances/allowance.ts';
import { messages } from '../../shared/messages.ts';
import type { ApiError } from '../api/api-error.ts';
import { useForm } from '../api/use-form.ts';
import { TextArea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

/** What confirms and explains that an order grants what it takes beyond allowances. */
export interface ExcessConfirmation {
  force_over_allowance?: true;
  excess_reason?: string;
}

interface Question {
  /** The calculations of the allowances that the order goes over. */
  calculations: readonly string[];
  /** Takes the reason; null if the order is not sent. */
  answer: (reason: string | null) => void;
}

/** The calculations in the server's refusal if only allowances prevent the write, and the excess may be granted; null otherwise. */
function calculationsOf({ errors = {} }: Pick<ApiError, 'errors'>): readonly string[] | null {
  const fields = Object.keys(errors);
  const isExcess = fields.length > 0 && fields.every((field) => field === 'force_over_allowance' || field === 'excess_reason');
  return isExcess ? (errors[fields[0] ?? ''] ?? []).slice(1) : null;
}

/**
 * For writes that go over an allowance whose excess the person may grant: shows the calculations, asks for the reason and writes again. Pass
 * `isOverAllowance` to `onRefused`, write with `explaining`, and render `dialog` once.
 */
export function useExcessReason(): {
  isOverAllowance: (error: ApiError) => boolean;
  explaining: <Saved>(write: (more: ExcessConfirmation) => Promise<Saved | undefined>) => Promise<Saved | undefined>;
  dialog: ReactNode;
} {
  const refusal = useRef<readonly string[] | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  return {
    isOverAllowance: (error) => {
      refusal.current = calculationsOf(error);
      return refusal.current !== null;
    },
    explaining: async (write) => {
      refusal.current = null;
      const result = await write({});
      // TypeScript does not see that `isOverAllowance` sets the refusal during the write.
      const calculations = refusal.current as readonly string[] | null;
      if (!calculations) return result;
      const excess_reason = await new Promise<string | null>((answer) => setQuestion({ calculations, answer }));
      setQuestion(null);
      return excess_reason === null ? undefined : write({ force_over_allowance: true, excess_reason });
    },
    dialog: question && <ExcessDialog {...question} />,
  };
}

function ExcessDialog({ calculations, answer }: Question) {
  const form = useForm({
    schema: extraInput.pick({ reason: true }),
    values: { reason: '' },
    isGuarded: false,
    write: async ({ reason }) => answer(reason),
  });
  return (
    <FormDialog
      form={form}
      onClose={() => answer(null)}
      title={messages.allowances.over}
      action="Submit over the allowance"
      cancel="Back to the order"
    >
      <div className="flow">
        {calculations.map((calculation) => (
          <p key={calculation}>{calculation}.</p>
        ))}
        <TextArea label="Why are more needed?" required rows={2} counted {...form.field('reason')} />
      </div>
    </FormDialog>
  );
}
