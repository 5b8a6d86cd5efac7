import { excessAdvice } from '../../shared/allowances/allowance-words.ts';
import { AllowanceLine, type WearerAllowances } from '../api/allowances.tsx';
import { GiveExtra } from '../api/give-extra.tsx';
import { useSession } from '../session/use-session.ts';
import type { ProductVerdict } from './judge-product.ts';
import { firstName } from './order-words.ts';

interface ProductAllowancesProps {
  wearer: { id: number; name: string };
  verdict: ProductVerdict;
  wearerAllowances: WearerAllowances | undefined;
  quantity: number;
  onQuantity: (quantity: number) => void;
}

/** The wearer's allowances that cover a product, with what the order is about to take of them, and what can be done if that is too much. */
export function ProductAllowances({ wearer, verdict, wearerAllowances, quantity, onQuantity }: ProductAllowancesProps) {
  const { who } = useSession();
  if (!wearerAllowances || verdict.rows.length === 0) return null;
  const { approvers, can } = wearerAllowances;
  const { rows, within } = verdict;
  const isOver = rows.some(({ over }) => over > 0);
  return (
    <section className="card product-part product-allowances" aria-label="Allowances">
      {rows.map(({ allowance, adds, over }) => (
        <AllowanceLine key={allowance.id} allowance={allowance} adds={adds} who={wearer.id === who.user.id ? null : firstName(wearer.name)}>
          {over > 0 && (
            <>
              <p className="t-warn text-md" role="status">
                {excessAdvice(allowance.when_exceeded, { approvers, mayGrant: can.grant_extra })}
              </p>
              {allowance.when_exceeded === 'refuse' && <GiveExtra wearer={wearer} allowance_id={allowance.id} amount={over} />}
            </>
          )}
        </AllowanceLine>
      ))}
      {isOver && within !== null && within > 0 && within < quantity && (
        <button type="button" className="link" onClick={() => onQuantity(within)}>
          {within === 1 ? 'Order only the 1 that is left' : `Order only the ${within} that are left`}
        </button>
      )}
    </section>
  );
}
