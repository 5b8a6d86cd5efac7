import { limits } from '../../shared/limits.ts';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { AddressEditor } from './address-editor.tsx';
import type { Order } from './client.ts';
import type { DetailsFormApi } from './details-form.ts';
import type { useDeliverySites } from './use-delivery-sites.ts';

/** The delivery address, the contact for it, and the client's own references. */
export function DetailsFields({ order, form, sites }: { order: Order; form: DetailsFormApi; sites: ReturnType<typeof useDeliverySites> }) {
  const values = form.watch();
  const { errors } = form.formState;
  const isRequest = order.can.request;
  const noSites = sites.isError
    ? 'The sites could not be loaded.'
    : !sites.isPending && sites.options.length === 0
      ? 'You have no site to deliver to yet. Ask your manager for one.'
      : undefined;
  return (
    <>
      <fieldset className="details-part">
        <h2>Delivery</h2>
        <Select
          label="Site"
          name="delivery_site_id"
          placeholder={sites.isPending ? 'Loading sites…' : 'Choose a site'}
          options={sites.options}
          value={values.delivery_site_id ? String(values.delivery_site_id) : ''}
          onChange={(event) => sites.choose(Number(event.target.value))}
          error={noSites ?? errors.delivery_site_id?.message}
        />
        <AddressEditor form={form} />
      </fieldset>
      <fieldset className="details-part">
        <h2>Contact</h2>
        <TextField label="Name" {...form.register('contact_name')} error={errors.contact_name?.message} autoComplete="name" maxLength={limits.name} />
        <TextField
          label="Phone"
          type="tel"
          {...form.register('contact_phone')}
          error={errors.contact_phone?.message}
          autoComplete="tel"
          maxLength={limits.delivery_contact_phone}
        />
        <TextField
          label="Email"
          type="email"
          {...form.register('contact_email')}
          error={errors.contact_email?.message}
          autoComplete="email"
          maxLength={limits.email}
        />
      </fieldset>
      <fieldset className="details-part">
        <h2>Reference</h2>
        <TextField
          label="PO reference"
          counted
          maxLength={limits.po_reference}
          {...form.register('client_po_reference')}
          value={values.client_po_reference}
          hint={order.requires.po ? (isRequest ? 'Your approver can add it' : 'Needed for this site') : undefined}
          error={errors.client_po_reference?.message}
        />
        <TextField
          label="Cost code"
          counted
          maxLength={limits.cost_code}
          {...form.register('cost_code')}
          value={values.cost_code}
          hint={order.requires.cc ? (isRequest ? 'Your approver can add it' : 'Needed for this site') : undefined}
          error={errors.cost_code?.message}
        />
        <TextArea
          label="Notes"
          rows={3}
          counted
          maxLength={limits.notes}
          {...form.register('customer_notes')}
          value={values.customer_notes}
          error={errors.customer_notes?.message}
        />
      </fieldset>
    </>
  );
}
