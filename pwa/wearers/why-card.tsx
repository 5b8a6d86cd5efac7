import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type AskableProduct, findAskableProducts } from '../api/why.ts';
import { useWhy, WhyAnswer } from '../api/why-answer.tsx';
import { afterPaint } from '../ui/after-paint.ts';
import { Combobox } from '../ui/combobox.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import type { Person } from './client.ts';

const FIELD = 'why-product';

/** Answers whether a wearer may have a product, and why. The product is found by a search and stored in the address; `#why` focuses the search. */
export function WhyCard({ person }: { person: Person }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(hash.slice(1));
  const product_id = Number(params.get('product')) || null;
  const why = useWhy(person.id, product_id);
  const isAsked = params.has('why');
  useEffect(() => {
    if (!isAsked) return;
    // When the screen opens, the heading gets the focus first. After that the field gets it.
    const cancel = afterPaint(() => document.getElementById(FIELD)?.focus());
    return () => void cancel();
  }, [isAsked]);
  return (
    <section className="card" aria-labelledby="wearer-why">
      <header>
        <h2 id="wearer-why">Can they order …?</h2>
      </header>
      <div className="in-card flow">
        <Combobox<Pick<AskableProduct, 'id' | 'sku' | 'name'> & Partial<AskableProduct>>
          id={FIELD}
          label="Product"
          placeholder="Name or SKU"
          value={product_id === null ? null : (why.data?.product ?? null)}
          onChange={(product) =>
            void navigate({ pathname, hash: product ? `#product=${product.id}` : '' }, { replace: true, preventScrollReset: true })
          }
          search={findAskableProducts(person.id)}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={({ sku, name, variation_colour, size, media }) => (
            <>
              <GarmentTile media={media ?? []} alt="" />
              <span className="grow cut">{[name, variation_colour, size].filter(Boolean).join(', ')}</span>
              <span className="note code">{sku}</span>
            </>
          )}
          none="No product of their company matches."
        />
        {product_id !== null && <WhyAnswer query={why} wearer={person.name} />}
      </div>
    </section>
  );
}
