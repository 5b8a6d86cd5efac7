import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { leftOn } from '../ui/left-on.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readWearersOf } from './client.ts';

interface OrderWearersProps {
  product_id: number;
  onChoose: (employee_id: number) => void;
  /** The person for whom the order is being opened; null if nobody is chosen. */
  opening: number | null;
}

/** The people for whom a product can be ordered, found by typing; one press chooses one of them. */
export function OrderWearers({ product_id, onChoose, opening }: OrderWearersProps) {
  const [search, setSearch] = useState('');
  const wearers = useQuery({
    queryKey: ['employees', 'of-product', product_id, search],
    queryFn: ({ signal }) => readWearersOf(product_id, search, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="order-wearers">
      <SearchInput value={search} onSearch={setSearch} label="Search employees" placeholder="Name, number or email" from={2} />
      <Loaded query={wearers} noun="employees" waiting={<SkeletonText lines={5} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState
              title={search ? 'No employees match your search.' : 'Nobody has this product'}
              action={search && <Button onClick={() => setSearch('')}>Clear search</Button>}
            >
              <p>{search ? 'Only people whose clothing sets hold this product are found here.' : 'No clothing set of your people holds it.'}</p>
            </EmptyState>
          ) : (
            <>
              <ul className="card order-wearers-rows">
                {items.map(({ id, name, employee_number, sites, leaves_on }) => (
                  <li key={id}>
                    <button
                      type="button"
                      disabled={opening !== null || leftOn(leaves_on) !== null}
                      aria-busy={opening === id || undefined}
                      onClick={() => onChoose(id)}
                    >
                      <span className="grow">
                        <span className="strong cut block">{name}</span>
                        <span className="sub cut block text-md">
                          {[leftOn(leaves_on), sites[0]?.name, employee_number].filter(Boolean).join(' · ')}
                        </span>
                      </span>
                      <Icon name="next" />
                    </button>
                  </li>
                ))}
              </ul>
              {total > items.length && (
                <p className="note text-md">
                  {items.length} of {total}. Search to find the others.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
