import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { findSets } from '../api/accounts.ts';
import { BatchDialog } from '../api/batch-dialog.tsx';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useBatches } from '../api/use-batches.ts';
import { Combobox } from '../ui/combobox.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { addToSet } from './client.ts';

/** How many products are sent in one request, so that the progress bar moves several times a second. */
const AT_ONCE = 100;

interface ChosenSet {
  id: number;
  name: string;
}

interface AddToSetProps {
  products: readonly { id: number; name: string }[];
  onClose: (isDone: boolean) => void;
}

/** Adds products with all their SKUs to a client’s clothing set, and says for each product whether the set already held it. */
export function AddToSet({ products, onClose }: AddToSetProps) {
  const [client, setClient] = useState<Client | null>(null);
  const [set, setSet] = useState<ChosenSet | null>(null);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const batches = useBatches({
    items: products,
    idOf: ({ id }) => String(id),
    size: AT_ONCE,
    refresh: [['clothing-sets']],
    send: async (some, options) => {
      const { results } = await addToSet(set?.id ?? 0)(
        some.map(({ id }) => id),
        options,
      );
      return results.map(({ id, ok, message }) => ({ id: String(id), name: names.get(id) ?? `Product ${id}`, is_done: ok, message }));
    },
  });
  const count = countText(products.length, 'product');
  const waits =
    products.length > limits.set_products
      ? messages.too_many_products(limits.set_products)
      : !client
        ? 'Choose a client.'
        : set
          ? null
          : 'Choose a clothing set.';
  return (
    <BatchDialog
      batches={batches}
      noun="product"
      hasCodes
      title={`Add ${count} to a clothing set`}
      ask="The set offers them with all their SKUs, at their own prices. What it holds already stays as it is."
      start={set ? `Add ${formatCount(products.length)} to ${set.name}` : 'Add'}
      cancel="Leave the set as it is"
      waits={waits}
      csv={{ file: 'add-to-set-results.csv', heading: 'sku' }}
      onClose={onClose}
    >
      <div className="flow">
        <ClientChoice
          required
          placeholder="Name or reference"
          value={client}
          onChange={(chosen) => {
            setClient(chosen);
            if (chosen?.id !== client?.id) setSet(null);
          }}
        />
        <Combobox<ChosenSet & { counts?: { products_count: number } }>
          key={client?.id ?? 0}
          label="Clothing set"
          name="clothing_set_id"
          required
          disabled={!client}
          placeholder={client ? 'Name of the set' : 'Choose a client first'}
          from={0}
          value={set}
          onChange={setSet}
          search={async (text, signal) => (client ? (await findSets(String(client.id), text, signal)).items : [])}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={({ name, counts }) => (
            <>
              <span className="grow cut">{name}</span>
              {counts && <span className="note">{countText(counts.products_count, 'product')}</span>}
            </>
          )}
        />
      </div>
    </BatchDialog>
  );
}
