import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { mustChooseSizes, submissionFaults } from '../../shared/ordering/submit-order.ts';
import { answer } from '../api/answer.ts';
import type { ApiError } from '../api/api-error.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SaveState, type SaveStateProps } from '../ui/save-state.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { AddressEditor, AddressWords } from './address-editor.tsx';
import { type Budget, type Order, orders, readSites } from './client.ts';
import { type DetailsForm, keepable, typed, useDetailsForm } from './details-form.ts';
import { MissingSizesWords } from './missing-sizes.tsx';
import { listKey, orderKey, useKeepOrder } from './order-data.ts';
import { budgetsAllow, OverBudget } from './over-budget.tsx';
import { useListPath } from './use-list-path.ts';

const AUTOSAVE_AFTER = 900;

interface DetailsPanelProps {
  order: Order;
  budgets: readonly Budget[];
  onClose: () => void;
}

/** Contact, delivery, references and terms, then off it goes: its own page on a phone, a dialog on a desk. What is typed is kept as one goes. */
export function DetailsPanel({ order, budgets, onClose }: DetailsPanelProps) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const listPath = useListPath();
  const { role, who } = useSession();
  const form = useDetailsForm(order, who);
  const [asked, setAsked] = useState<'sizes' | 'address' | null>(null);
  const [showsTerms, setShowsTerms] = useState(false);
  const { saved, settle } = useAutosave(order, form);
  const values = form.watch();
  const { errors } = form.formState;
  const isRequest = order.can.request;
  const missing = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;

  const sites = useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => readSites(signal), staleTime: 60_000 });
  const known = sites.data?.items ?? [];
  const options = known.map(({ id, name, reference_1 }) => ({ value: String(id), label: reference_1 ? `${name} (${reference_1})` : name }));
  if (order.delivery_site && !known.some(({ id }) => id === order.delivery_site?.id))
    options.unshift({ value: String(order.delivery_site.id), label: order.delivery_site.name });

  // A draft begins with a site and no address yet: the site's own is the likely one.
  const chosenSite = known.find(({ id }) => id === values.delivery_site_id);
  const hasAddress = values.delivery_address.address_line_1 !== '' || values.delivery_address.postcode !== '';
  const { setValue } = form;
  const isFilled = useRef(hasAddress);
  useEffect(() => {
    if (isFilled.current || !chosenSite?.delivery_address) return;
    isFilled.current = true;
    setValue('delivery_address', typed(chosenSite.delivery_address), { shouldDirty: true });
  }, [chosenSite, setValue]);
  const chooseSite = (id: number): void => {
    setValue('delivery_site_id', id, { shouldDirty: true, shouldValidate: true });
    const site = known.find((one) => one.id === id);
    if (site?.delivery_address) setValue('delivery_address', typed(site.delivery_address), { shouldDirty: true, shouldValidate: true });
  };

  const submit = useWrite({
    send: (given: DetailsForm, options) => {
      const { terms, force_over_budget_order, saveAddress } = given;
      const json = {
        ...keepable(given),
        set_delivery_details: true,
        saveAddress,
        terms,
        force_over_budget_order,
        ...(missing > 0 && { confirm_missing_sizes: true }),
      };
      return answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: { submitted: 'true' }, json }, options));
    },
    refresh: [listKey],
    onSaved: (sent) => {
      // Out of date, but not read again here: a screen that is being left must not answer to it.
      void queries.invalidateQueries({ queryKey: orderKey(order.uuid), refetchType: 'none' });
      toast(sent.is_submitted ? `Order ${sent.order_number} is submitted` : `Order ${sent.order_number} was sent for approval`);
      void navigate(listPath, { replace: true });
    },
    onRefused: (error) => {
      setAsked(null);
      showOnFields(error);
      return false;
    },
  });

  const showOnFields = (error: ApiError): void => {
    for (const [field, message] of Object.entries(error.first_messages)) {
      if (field in values || field.startsWith('delivery_address.')) form.setError(field as keyof DetailsForm, { type: 'server', message });
    }
  };

  const check = form.handleSubmit((given) => {
    const faults = submissionFaults(
      {
        lines: order.lines.length,
        lines_with_no_sizes: 0,
        delivery_site_id: given.delivery_site_id || null,
        delivery_address: given.delivery_address,
        client_po_reference: given.client_po_reference || null,
        cost_code: given.cost_code || null,
        requires: isRequest ? { po: false, cc: false } : order.requires,
      },
      { terms: given.terms, confirm_missing_sizes: true },
      role,
    );
    const [first] = Object.keys(faults);
    for (const [field, message] of Object.entries(faults))
      form.setError(field as keyof DetailsForm, { type: 'missing', message }, { shouldFocus: field === first });
    if (!first) setAsked(missing > 0 ? 'sizes' : 'address');
  });
  const send = (): void => {
    settle();
    void submit.write(form.getValues());
  };

  const over = budgets.filter(({ over_by }) => over_by > 0);
  const isAllowed = isRequest || budgetsAllow(budgets, values.force_over_budget_order);
  const mayForce = over.every(({ is_budget_forceable }) => is_budget_forceable);
  const overWords = mayForce ? 'Tick Order over budget to go on' : 'The order is over budget';
  const waits = !values.terms ? 'Tick the terms to go on' : isAllowed ? null : overWords;
  const send_words = isRequest ? 'Send for Approval' : 'Submit Order';
  const items = `${countText(order.qty_total_items, 'item')}${order.sub_total === null ? '' : ` · ${formatMoney(order.sub_total)} ex VAT`}`;

  const body = (
    <div className="details">
      {over.length > 0 && !isRequest && (
        <OverBudget budgets={budgets} tick={<Tick {...form.register('force_over_budget_order')}>Order over budget</Tick>} />
      )}
      <fieldset className="details-part">
        <h2>Delivery</h2>
        <Select
          label="Site"
          name="delivery_site_id"
          placeholder={sites.isPending ? 'Loading sites…' : 'Choose a site'}
          options={options}
          value={values.delivery_site_id ? String(values.delivery_site_id) : ''}
          onChange={(event) => chooseSite(Number(event.target.value))}
          error={errors.delivery_site_id?.message ?? (sites.isError ? 'The sites could not be loaded.' : undefined)}
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
        <TextArea label="Notes" rows={3} maxLength={limits.notes} {...form.register('customer_notes')} error={errors.customer_notes?.message} />
      </fieldset>
    </div>
  );
  const terms = (
    <div className="line terms">
      <Tick {...form.register('terms')} error={errors.terms?.message}>
        I accept the terms
      </Tick>
      <button type="button" className="link" onClick={() => setShowsTerms(true)}>
        Read the terms
      </button>
    </div>
  );
  const sender = (
    <Button look="primary" type="submit" form="order-details" disabled={waits !== null} busy={submit.busy} busyText="Sending…" block={isPhone}>
      {send_words}
    </Button>
  );

  const dialogs = (
    <>
      <Dialog
        open={asked === 'sizes'}
        onClose={() => setAsked(null)}
        title="Sizes Missing"
        icon={{ name: 'alert', tone: 'warn' }}
        actions={
          mustChooseSizes(role) ? (
            <Button look="primary" onClick={onClose}>
              Choose sizes
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>Choose sizes</Button>
              <Button look="primary" onClick={() => setAsked('address')}>
                Order without them
              </Button>
            </>
          )
        }
      >
        {mustChooseSizes(role) ? <p>{messages.sizes_missing}</p> : <MissingSizesWords order={order} />}
      </Dialog>
      <Dialog
        open={asked === 'address'}
        onClose={() => setAsked(null)}
        closable={!submit.busy}
        title="Confirm the delivery address"
        description={chosenSite?.name ?? order.delivery_site?.name}
        actions={
          <>
            <Button disabled={submit.busy} onClick={() => setAsked(null)}>
              Change it
            </Button>
            <Button look="primary" busy={submit.busy} busyText="Sending…" onClick={send}>
              {isRequest ? 'Send for approval' : 'Deliver here'}
            </Button>
          </>
        }
      >
        <address className="confirm-address">
          <AddressWords of={values.delivery_address} />
        </address>
        <p className="sub">
          {items}. Questions go to {[values.contact_name, values.contact_phone].filter(Boolean).join(', ') || 'the requester'}.
        </p>
      </Dialog>
      <Dialog
        open={showsTerms}
        onClose={() => setShowsTerms(false)}
        title="Terms"
        width={640}
        actions={<Button onClick={() => setShowsTerms(false)}>Close</Button>}
      >
        <p className="terms-text">{order.terms}</p>
      </Dialog>
    </>
  );

  if (!isPhone) {
    return (
      <>
        <Dialog
          open
          onClose={onClose}
          title="Contact and delivery"
          description={`Order ${order.order_number} · ${items}`}
          width={760}
          closable={!submit.busy}
          actions={
            <div className="details-actions">
              {terms}
              <span className="push line">
                {waits ? <span className="note">{waits}</span> : <SaveState state={saved.state} at={saved.at} />}
                {sender}
              </span>
            </div>
          }
        >
          <form id="order-details" noValidate onSubmit={(event) => void check(event)}>
            {body}
          </form>
        </Dialog>
        {dialogs}
      </>
    );
  }
  return (
    <>
      <Page
        title="Contact and delivery"
        back={`/orders/${order.uuid}/edit`}
        sub={`Order ${order.order_number} · ${items}`}
        foot={
          <div className="details-dock">
            {terms}
            {waits && values.terms && <p className="t-wrong text-md">{waits}</p>}
            {sender}
          </div>
        }
      >
        <form id="order-details" noValidate onSubmit={(event) => void check(event)}>
          {body}
          <p className="details-saved">
            <SaveState state={saved.state} at={saved.at} />
          </p>
        </form>
      </Page>
      {dialogs}
    </>
  );
}

type Saved = Pick<SaveStateProps, 'state' | 'at'>;

/** Keeps what is typed, a moment after the last letter; what is not whole yet waits. */
function useAutosave(order: Order, form: ReturnType<typeof useDetailsForm>): { saved: Saved; settle: () => void } {
  const [saved, setSaved] = useState<Saved>({ state: 'saved' });
  const keep = useKeepOrder();
  const save = useWrite({
    send: (given: DetailsForm, options) =>
      answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: {}, json: { ...keepable(given), set_delivery_details: true } }, options)),
    onSaved: (after) => {
      keep(after);
      setSaved({ state: 'saved', at: new Date().toISOString() });
    },
    onRefused: (error) => {
      setSaved({ state: 'failed' });
      return error.status !== 401;
    },
  });
  const { write } = save;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef(false);
  const send = useRef(() => {});
  send.current = () => {
    unsent.current = false;
    setSaved({ state: 'saving' });
    void write(form.getValues());
  };
  const { watch } = form;
  useEffect(() => {
    const subscription = watch((_, { name }) => {
      if (name === undefined || name === 'terms' || name === 'saveAddress' || name === 'force_over_budget_order') return;
      unsent.current = true;
      setSaved({ state: 'changed' });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send.current(), AUTOSAVE_AFTER);
    });
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer.current);
      if (unsent.current) send.current();
    };
  }, [watch]);
  const settle = (): void => {
    clearTimeout(timer.current);
    unsent.current = false;
  };
  return { saved, settle };
}
