import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { COLLECTION } from '../../shared/dispatch/request-dispatch.ts';
import { weightOf } from '../../shared/dispatch/weight.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useSyncState } from '../offline/use-floor.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { isEmail } from '../ui/is-email.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { shipping } from './client.ts';
import { dispatchChanges } from './dispatch-changes.ts';
import { editDispatch } from './edit-dispatch.ts';
import { changesOf, dirtyChangesOf, type Edited, type Values, valuesOf } from './edit-values.ts';

const lines = [1, 2, 3, 4, 5] as const;

interface EditDispatchDialogProps {
  dispatch: Edited;
  services: readonly ShippingServiceRow[];
  onClose: () => void;
}

/**
 * Edits where a dispatch goes and how, until it has left. Without a network the change waits on this tablet. What somebody else
 * changed meanwhile is shown and taken over, except for the fields that were also changed here.
 */
export function EditDispatchDialog({ dispatch: opened, services, onClose }: EditDispatchDialogProps) {
  const { online } = useSyncState();
  // The dispatch that the form shows: as it was opened, or as somebody else has changed it since.
  const [dispatch, setDispatch] = useState(opened);
  const [changes, setChanges] = useState<string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const { register, handleSubmit, watch, formState, reset } = useForm<Values>({ defaultValues: valuesOf(dispatch) });
  // Read here, so that the form tracks it.
  const { isDirty, dirtyFields } = formState;
  useUnsavedGuard(isDirty);
  const save = useWrite({
    send: (values: Values, options) =>
      answer(
        shipping.orders.dispatches[':id'].$put(
          { param: { id: String(dispatch.id) }, json: { version: dispatch.version, ...changesOf(values) } },
          options,
        ),
      ),
    success: 'Address Updated',
    refresh: [['dispatches']],
    onSaved: onClose,
    onRefused: ({ code, current }) => {
      const now = current as Edited | undefined;
      if (code !== 'stale_version' || !now) return false;
      setChanges(dispatchChanges(dispatch, now));
      setDispatch(now);
      // Fields that are not changed here get the other person's value.
      reset(valuesOf(now), { keepDirtyValues: Object.keys(dirtyFields).length > 0 });
      return true;
    },
  });

  const keep = async (values: Values): Promise<void> => {
    const changed = dirtyChangesOf(values, dirtyFields);
    if (Object.keys(changed).length === 0) return onClose();
    setBusy(true);
    const verdict = await editDispatch({ dispatch_id: dispatch.id, ...changed });
    setBusy(false);
    if (showRefusal(verdict)) return;
    toast('It reaches the office when the network is back.', { title: 'Address Updated' });
    onClose();
  };

  const { errors } = formState;
  const fault = (field: keyof Values): string | undefined => errors[field]?.message ?? save.errors[field] ?? save.errors[`delivery_address.${field}`];
  const needed = (what: string) => ({ required: `${what} is needed.` });
  const atLeast = (least: number, what: string) => ({
    validate: (text: string) => (Number(text.replace(',', '.')) >= least ? true : what),
  });
  const isBusy = busy || save.busy;

  return (
    <Dialog
      open
      onClose={onClose}
      closable={!isBusy}
      title={`Dispatch ${dispatch.dispatch_number}`}
      description="You can change this until it has left."
      onSubmit={(event) => void handleSubmit((values) => (online ? save.write(values) : keep(values)))(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isBusy} busyText="Saving">
            Save
          </Button>
        </>
      }
    >
      <div className="flow">
        {changes && (
          <Banner tone="warn">
            <strong>{messages.stale_version}</strong> {changes.join(' ')} What you changed here is kept, and not saved yet.
          </Banner>
        )}
        <div className="ship-edit-how">
          <Select
            label="Service"
            options={services.map(({ service_key, name }) => ({ value: service_key, label: `${service_key} ${name}` }))}
            error={fault('service_key')}
            {...register('service_key')}
          />
          <TextField
            label="Weight, kg"
            inputMode="decimal"
            error={fault('total_weight')}
            {...register('total_weight', { validate: (text) => weightOf(text) !== null || messages.weight_least })}
          />
          <TextField label="Boxes" inputMode="numeric" error={fault('total_items')} {...register('total_items', atLeast(1, 'At least one.'))} />
        </div>
        {watch('service_key') === COLLECTION && (
          <Tick error={fault('mark_as_shipped')} {...register('mark_as_shipped')}>
            Mark as shipped <span className="note">it counts as handed over now. This cannot be undone</span>
          </Tick>
        )}
        {lines.map((n) => (
          <TextField
            key={n}
            label={`Address line ${n}`}
            required={n === 1}
            maxLength={120}
            error={fault(`address_line_${n}`)}
            {...register(`address_line_${n}`, n === 1 ? needed('The first line') : {})}
          />
        ))}
        <TextField label="Postcode" required maxLength={12} error={fault('postcode')} {...register('postcode', needed('The postcode'))} />
        <TextField label="Contact name" maxLength={120} error={fault('contact_name')} {...register('contact_name')} />
        <TextField
          label="Contact email"
          type="email"
          maxLength={limits.email}
          error={fault('contact_email')}
          {...register('contact_email', { validate: (text) => isEmail(text ?? '') || messages.email_invalid })}
        />
        <TextField label="Contact phone" type="tel" maxLength={64} error={fault('contact_phone')} {...register('contact_phone')} />
      </div>
    </Dialog>
  );
}
