import { Fragment } from 'react';
import { limits } from '../../shared/limits.ts';
import { needsReference, orderReferenceNames, orderReferences } from '../../shared/ordering/order-references.ts';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { AddressEditor } from './address-editor.tsx';
import type { Order } from './client.ts';
import type { DetailsFormApi } from './details-form.ts';
import { LastPo } from './last-po.tsx';
import { asksApproval } from './order-words.ts';
import type { useDeliverySites } from './use-delivery-sites.ts';

/** The delivery address, the contact for it, and the client's own references. */
export function DetailsFields({ order, form, sites }: { order: Order; form: DetailsFormApi; sites: ReturnType<typeof useDeliverySites> }) {
  const { delivery_site_id } = form.values;
  const hintIfNeeded = (isNeeded: boolean) => (isNeeded ? (asksApproval(order) ? 'Your approver can add it' : 'Needed for this site') : undefined);
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
          {...form.control('delivery_site_id')}
          placeholder={sites.isPending ? 'Loading sites…' : 'Choose a site'}
          options={sites.options}
          value={delivery_site_id ? String(delivery_site_id) : ''}
          onChange={(event) => sites.choose(Number(event.target.value))}
          {...(noSites && { error: noSites })}
        />
        <AddressEditor form={form} />
      </fieldset>
      <fieldset className="details-part">
        <h2>Contact</h2>
        <TextField label="Name" autoComplete="name" {...form.field('contact_name')} />
        <TextField label="Phone" type="tel" autoComplete="tel" {...form.field('contact_phone')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('contact_email')} maxLength={limits.email} />
      </fieldset>
      <fieldset className="details-part">
        <h2>Reference</h2>
        {orderReferenceNames.map((name) => (
          <Fragment key={name}>
            <TextField label={orderReferences[name].label} counted hint={hintIfNeeded(needsReference(order.requires, name))} {...form.field(name)} />
            {name === 'client_po_reference' && delivery_site_id === order.delivery_site?.id && (
              <LastPo
                reference={order.last_po_reference}
                value={form.values.client_po_reference}
                onTake={(reference) => form.hook.setValue('client_po_reference', reference, { shouldDirty: true, shouldValidate: true })}
              />
            )}
          </Fragment>
        ))}
        <TextArea label="Notes" counted {...form.field('customer_notes')} />
      </fieldset>
    </>
  );
}
