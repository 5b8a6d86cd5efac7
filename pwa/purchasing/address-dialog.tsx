import { useState } from 'react';
import { type Address, address } from '../../shared/address.ts';
import { messages } from '../../shared/messages.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { AddressFields } from '../api/address-fields.tsx';
import { addressInputs } from '../api/address-inputs.ts';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { OrderSaves } from './use-save-order.ts';

interface AddressDialogProps {
  order: PurchaseOrder;
  saves: OrderSaves;
  onClose: () => void;
}

/** Changes the delivery address of a purchase order. */
export function AddressDialog({ order, saves, onClose }: AddressDialogProps) {
  const [base] = useState(order);
  const save = async (delivery_address: Address | null): Promise<true | undefined> => {
    const fault = await saves.save({ patch: { delivery_address }, base, label: 'Delivery address', toast: 'Address Updated' });
    // After a conflict, the page asks which of the two addresses is kept.
    if (fault === null || fault === messages.stale_version) onClose();
    return fault === null ? true : undefined;
  };
  const form = useForm({ schema: address, values: addressInputs(base.delivery_address), write: save });
  return (
    <FormDialog
      form={form}
      title="Delivery address"
      action="Save"
      busyText="Saving"
      waits={form.isDirty ? null : messages.nothing_changed}
      other={
        base.delivery_address && (
          <Button
            className="push"
            onClick={() => {
              form.giveUp();
              void save(null);
            }}
          >
            Clear
          </Button>
        )
      }
      onClose={onClose}
    >
      <div className="flow">
        <AddressFields field={(name) => form.field(name)} onTake={(taken) => form.fill(addressInputs(taken))} />
      </div>
    </FormDialog>
  );
}
