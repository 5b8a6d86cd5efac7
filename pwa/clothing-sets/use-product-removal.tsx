import type { ReactNode } from 'react';
import type { OfficeSet, SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { useWrite } from '../api/use-write.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { removeSetProduct } from './client.ts';
import { refreshSets } from './refresh.ts';

/** Removes a product from a set after a confirmation. Render `dialog` once. */
export function useProductRemoval(set: OfficeSet): { askRemove: (product: SetProduct) => Promise<void>; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const remove = useWrite({ send: removeSetProduct(set.id), success: 'Product has been removed', refresh: refreshSets });
  const askRemove = async (product: SetProduct): Promise<void> => {
    const yes = await ask({
      title: 'Are you sure you want to remove this product?',
      body: (
        <p>
          <strong>{product.terms.name ?? product.name}</strong> is no longer offered by {set.name}. Drafts keep their lines of it, and cannot be
          submitted with them.
        </p>
      ),
      action: 'Remove product',
      destroys: true,
    });
    if (yes) void remove.write(product.id);
  };
  return { askRemove, dialog };
}
