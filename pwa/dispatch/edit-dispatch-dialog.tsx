import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { editDispatchInput } from '../../shared/dispatch/edit-dispatch-input.ts';
import { weightOf } from '../../shared/dispatch/weight.ts';
import { isEmail } from '../../shared/is-email.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { useSyncState } from '../offline/use-floor.ts';
import { Select, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { shipping } from './client.ts';
import { dispatchChanges } from './dispatch-changes.ts';
import { editDispatch } from './edit-dispatch.ts';
import { changesOf, type Dirty, dirtyChangesOf, type Edited, valuesOf } from './edit-values.ts';
import { ServiceWarnings } from './service-warnings.tsx';

const lines = [1, 2, 3, 4, 5] as const;
/** The status of an error that did not come from the server. */
const NOT_SENT = -1;

export { DeliveredDialog } from './delivered-dialog.tsx';

interface EditDispatchDialogProps {
  dispatch: Edited;
  services: readonly ShippingServiceRow[];
  onClose: () => void;
}

/**
 * Edits where and how a dispatch is sent, until the dispatch has left. Without a network the change waits on this tablet. Somebody else's
 * changes are shown and go into the form, except for the fields that this person also changed.
 */
export default function EditDispatchDialog({ dispatch: initialDispatch, services, onClose }: EditDispatchDialogProps) {
  const { online } = useSyncState();
  const form = useForm({
    schema: editDispatchInput,
    record: initialDispatch,
    valuesOf,
    changes: dispatchChanges,
    input: ({ version, ...values }) => ({ version, ...changesOf(values) }),
    check: ({ total_weight, contact_email }) => ({
      total_weight: weightOf(total_weight) === null ? messages.weight_least : null,
      contact_email: contact_email.trim() === '' || isEmail(contact_email.trim()) ? null : messages.email_invalid,
    }),
    send: (json, options): Promise<unknown> =>
      online ? answer(shipping.orders.dispatches[':id'].$put({ param: { id: String(initialDispatch.id) }, json }, options)) : keepHere(),
    success: () => (online ? 'Address Updated' : undefined),
    refresh: [['dispatches']],
    onSaved: onClose,
    onRefused: ({ status }) => status === NOT_SENT,
  });
  // Reading `dirtyFields` during a render makes React Hook Form track them.
  const { dirtyFields } = form.hook.formState;
  const keepHere = async (): Promise<void> => {
    const changed = dirtyChangesOf(form.hook.getValues(), dirtyFields as Dirty);
    if (Object.keys(changed).length === 0) return;
    const verdict = await editDispatch({ dispatch_id: initialDispatch.id, ...changed });
    if (showRefusal(verdict)) throw new Error('The tablet did not take it.');
    toast('It reaches the office when the network is back.', { title: 'Address Updated' });
  };

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Dispatch ${initialDispatch.dispatch_number}`}
      description="You can change this until it has left."
      action="Save"
    >
      <div className="flow">
        <div className="ship-edit-how">
          <Select
            label="Service"
            options={services.map(({ service_key, name }) => ({ value: service_key, label: `${service_key} ${name}` }))}
            {...form.field('service_key')}
          />
          <TextField label="Weight, kg" inputMode="decimal" {...form.field('total_weight')} />
          <TextField label="Boxes" inputMode="numeric" {...form.field('total_items')} />
        </div>
        <ServiceWarnings
          how={{
            service_key: form.values.service_key,
            total_weight: weightOf(form.values.total_weight) ?? 0,
            total_items: Number(form.values.total_items) || 1,
          }}
          postcode={form.values.delivery_address.postcode}
          services={services}
        />
        {form.values.service_key === COLLECTION && (
          <Tick {...form.tick('mark_as_shipped')}>
            Mark as shipped <span className="note">it counts as handed over now. This cannot be undone.</span>
          </Tick>
        )}
        {lines.map((n) => (
          <TextField
            key={n}
            label={n === 5 ? 'Country, if abroad' : `Address line ${n}`}
            required={n === 1}
            {...form.field(`delivery_address.address_line_${n}`)}
          />
        ))}
        <TextField label="Postcode" required {...form.field('delivery_address.postcode')} />
        <TextField label="Contact name" {...form.field('contact_name')} />
        <TextField label="Contact email" type="email" {...form.field('contact_email')} maxLength={limits.email} />
        <TextField label="Contact phone" type="tel" {...form.field('contact_phone')} />
      </div>
    </FormDialog>
  );
}
