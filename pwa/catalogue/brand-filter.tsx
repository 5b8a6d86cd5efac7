import { useQuery } from '@tanstack/react-query';
import { readBrands } from './client.ts';

/** A list's filter by brand, with all brands of the catalogue to choose from. */
export function BrandFilter({ value, onChange }: { value: string | undefined; onChange: (brand: string) => void }) {
  const brands = useQuery({ queryKey: ['products', 'brands'], queryFn: ({ signal }) => readBrands(signal) });
  return (
    <select className="in product-filter" aria-label="Brand" value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">Every brand</option>
      {brands.data?.map((brand) => (
        <option key={brand}>{brand}</option>
      ))}
    </select>
  );
}
