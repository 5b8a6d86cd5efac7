import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readWhy, type Why } from './why.ts';
import './why-answer.css';

/** The label in front of each reason. */
const subjects: Record<Why['reasons'][number]['code'], string> = {
  set: 'Clothing set',
  site: 'Site',
  restriction: 'Restriction',
  publication: 'Publication',
  discontinuation: 'Discontinuation',
  allowance: 'Allowance',
  budget: 'Budget',
};

/** The text of a link, which depends on the screen to which the link leads. */
function linkText(link: string, wearer: string): string {
  if (/\/employees\/\d+\/edit$/.test(link)) return `Change ${wearer}`;
  if (/\/catalogue(#|$)/.test(link)) return 'Open the clothing set';
  if (/\/employee-roles(#|$)/.test(link)) return 'Open the budget';
  return 'Open the account';
}

/** Reads the answer about one wearer and one product once both are known. */
export const useWhy = (employee_id: number | null, product_id: number | null): UseQueryResult<Why> =>
  useQuery({
    queryKey: ['why', employee_id, product_id],
    queryFn: ({ signal }) => readWhy(employee_id ?? 0, product_id ?? 0, signal),
    enabled: employee_id !== null && product_id !== null,
  });

/** Says whether and why a wearer can have a product. Each reason links to the screen on which it can be changed. */
export function WhyAnswer({ query, wearer }: { query: UseQueryResult<Why>; wearer: string }) {
  return (
    <Loaded query={query} noun="product" waiting={<SkeletonText lines={5} />}>
      {({ product, orderable, reasons }) => (
        <section className="why-answer" aria-label={`${product.name} for ${wearer}`}>
          <p className={orderable ? 'why-verdict t-done' : 'why-verdict t-wrong'} role="status">
            <Icon name={orderable ? 'check' : 'x'} />
            <span>
              {product.name} {orderable ? 'can' : 'cannot'} be ordered for {wearer}.
            </span>
          </p>
          <ul>
            {reasons.map(({ code, ok, message, link }) => (
              <li key={code}>
                <span className={ok ? 't-done' : 't-wrong'}>
                  <Icon name={ok ? 'check' : 'x'} />
                  <span className="sr">{ok ? 'Yes:' : 'No:'}</span>
                </span>
                <div>
                  <p>
                    <strong>{subjects[code]}:</strong> <span className={ok ? 'sub' : undefined}>{message}</span>
                  </p>
                  {link && <Link to={link}>{linkText(link, wearer)}</Link>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
