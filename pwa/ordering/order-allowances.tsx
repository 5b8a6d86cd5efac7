import { afterOrderText } from '../../shared/allowances/allowance-words.ts';
import { Icon } from '../ui/icon.tsx';
import type { Order } from './client.ts';

interface OrderAllowancesProps {
  order: Pick<Order, 'allowances' | 'is_submitted'>;
  wearer: { id: number; name: string };
}

/** What an order leaves of a wearer's allowances, those that it goes over first. Once the order is submitted, the person's page says what is left. */
export function OrderAllowances({ order, wearer }: OrderAllowancesProps) {
  if (order.is_submitted) return null;
  const touched = order.allowances
    .filter(({ employee_id }) => employee_id === wearer.id)
    .map((allowance) => ({ ...allowance, words: afterOrderText(allowance) }))
    .filter(({ words }) => words !== null)
    .sort((a, b) => Number(b.over > 0) - Number(a.over > 0));
  if (touched.length === 0) return null;
  return (
    <ul className="order-allowances" aria-label={`Allowances of ${wearer.name}`}>
      {touched.map(({ allowance_id, over, words }) => (
        <li key={allowance_id} className={over > 0 ? 't-wrong strong' : 'note'}>
          {over > 0 && <Icon name="alert" />}
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
