import { useState } from 'react';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import { officeOrder } from '../../shared/ordering/order-input.ts';
import { AddressLineFields } from '../api/address-fields.tsx';
import { addressInputs } from '../api/address-inputs.ts';
import { SavedAddressSelect } from '../api/address-select.tsx';
import { PostcodeSearch } from '../api/postcode-search.tsx';
import { useForm } from '../api/use-form.ts';
import { Combobox } from '../ui/combobox.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { findSites, type Order, type Site } from './client.ts';
import type { Change } from './use-change.ts';

type DeliverySite = NonNullable<Order['delivery_site']>;

/** Where an order goes and who receives it. The address is a site's or a saved address, or is found by its postcode, or typed. */
export function DeliveryDialog({ order, change, onClose }: { order: Order; change: Change; onClose: () => void }) {
  const [base] = useState(order);
  const form = useForm({
    schema: officeOrder.pick({ delivery_site_id: true, delivery_address: true, contact_name: true, contact_email: true, contact_phone: true }),
    values: {
      delivery_site_id: order.delivery_site as DeliverySite | null,
      delivery_address: addressInputs(order.delivery_address),
      contact_name: order.contact_name ?? '',
      contact_email: order.contact_email ?? '',
      contact_phone: order.contact_phone ?? '',
    },
    // If any line of the address is filled in, the address is sent, and the server refuses it unless it is complete.
    input: ({ delivery_site_id, delivery_address, ...contact }) => ({
      ...contact,
      ...(delivery_site_id && { delivery_site_id: delivery_site_id.id }),
      ...(addressLines(delivery_address).length > 0 && { delivery_address }),
    }),
    write: (fields) => change.changeHead(fields, base, 'Address Updated'),
    errors: change.headErrors,
    onSaved: onClose,
  });
  const take = (address: Address | null | undefined): void => form.fill({ delivery_address: addressInputs(address) });
  const takeSite = (site: DeliverySite | Site | null): void => {
    form.fill({ delivery_site_id: site });
    if (!site || !('delivery_address' in site)) return;
    take(site.delivery_address);
    const { contact_name, contact_email, contact_phone } = site;
    form.fill({ ...(contact_name && { contact_name }), ...(contact_email && { contact_email }), ...(contact_phone && { contact_phone }) });
  };

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={720}
      title="Delivery and contact"
      description={`Order ${order.order_number}, ${order.account.name}`}
      action="Save"
    >
      <div className="office-two">
        <div className="flow">
          <Combobox
            label="Site"
            required
            placeholder="At least 2 letters"
            {...form.control('delivery_site_id')}
            onChange={takeSite}
            search={(text, signal) => findSites(order.account.id, text, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, reference_1 }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{reference_1}</span>
              </>
            )}
          />
          <PostcodeSearch onTake={take} />
          <SavedAddressSelect onTake={take} />
          <TextField label="Contact name" {...form.field('contact_name')} />
          <TextField label="Contact email" type="email" {...form.field('contact_email')} maxLength={limits.email} />
          <TextField label="Contact phone" type="tel" {...form.field('contact_phone')} />
        </div>
        <div className="flow">
          <AddressLineFields field={(name) => form.field(`delivery_address.${name}`)} />
        </div>
      </div>
    </FormDialog>
  );
}
