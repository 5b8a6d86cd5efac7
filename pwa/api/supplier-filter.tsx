import type { ListState } from '../ui/use-list-state.ts';
import { SupplierChoice } from './supplier-choice.tsx';

/** The filters of a list by supplier: the id, and the name for the screen. */
export const supplierFilters = ['supplierId', 'supplierName'] as const;
type SupplierFilters = Partial<Record<(typeof supplierFilters)[number], string>>;

/** Converts the state of a list with a filter by supplier into the query of the API. */
export const supplierQuery = <State extends SupplierFilters>({ supplierId, supplierName: _, ...query }: State) => ({
  ...query,
  ...(supplierId && { supplier_id: supplierId }),
});

interface SupplierFilterProps {
  list: { filters: SupplierFilters; set: ListState<keyof SupplierFilters>['set'] };
  className: string;
}

/** Filters a list by a supplier, which a person finds by name or code. */
export function SupplierFilter({ list, className }: SupplierFilterProps) {
  const { supplierId, supplierName = 'Supplier' } = list.filters;
  return (
    <SupplierChoice
      className={className}
      placeholder="Every supplier"
      value={supplierId ? { id: Number(supplierId), name: supplierName } : null}
      onChange={(supplier) => list.set({ supplierId: supplier ? String(supplier.id) : '', supplierName: supplier?.name ?? '' })}
    />
  );
}
