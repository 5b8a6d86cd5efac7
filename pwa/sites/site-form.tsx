import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Site, siteChange } from '../../shared/sites/site.ts';
import { AddressFields } from '../api/address-fields.tsx';
import { addressInputs } from '../api/address-inputs.ts';
import { useForm } from '../api/use-form.ts';
import { mailWaits } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import { TextField } from '../ui/field.tsx';
import { type FormState, Submit } from '../ui/form.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Tick } from '../ui/tick.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readSite, saveSite } from './client.ts';
import { DeleteSite } from './delete-site.tsx';
import { useSiteScreens } from './use-site-screens.ts';

const refresh = [['sites'], ['accounts']];
const references = [
  ['reference_1', 'Code'],
  ['reference_2', 'Second reference'],
  ['client_references', 'Client references'],
] as const;
const exceptions = [
  ['inverse_po', 'Require a PO number only if the account does not'],
  ['inverse_cc', 'Require a cost code only if the account does not'],
  ['is_account_invoice_consolidation_inversed', 'Consolidate invoices only if the account does not'],
] as const;

/** A site: a new one, or a stored one. */
export default function SiteForm() {
  const { list } = useSiteScreens();
  // Each new site gets a new form.
  const { key } = useLocation();
  return (
    <RecordPage title="Site" back={list} queryKey={['sites', 'one']} read={readSite}>
      {(site) => <Details key={site ? 'stored' : key} stored={site} />}
    </RecordPage>
  );
}

/** The values of the form; an invoice address is asked for only if the site has one of its own. */
const valuesOf = ({ can, counts, ...of }: Partial<Site>) => ({
  ...of,
  name: of.name ?? '',
  delivery_address: addressInputs(of.delivery_address),
  invoice_address: addressInputs(of.invoice_address),
  has_invoice_address: Boolean(of.invoice_address),
});

function Details({ stored }: { stored: Site | undefined }) {
  const navigate = useNavigate();
  const { can } = useSession();
  const { accountId, accountName, list, create } = useSiteScreens();
  const isPhone = useIsPhone();
  const addsAnother = useRef(false);
  const changesOfficeFields = can('edit_office_fields_of_sites');
  const form = useForm({
    schema: siteChange,
    record: stored ?? {},
    valuesOf,
    input: ({ has_invoice_address, invoice_address, ...values }) => ({ ...values, invoice_address: has_invoice_address ? invoice_address : null }),
    send: saveSite(stored?.id, accountId === undefined ? undefined : Number(accountId)),
    success: 'Site has been saved',
    refresh,
    onSaved: () => void (addsAnother.current ? navigate(create, { replace: true }) : navigate(list)),
  });
  const leave = (): void => {
    form.giveUp();
    void navigate(list);
  };

  return (
    <FormPage
      form={form}
      // A site is deleted, not archived.
      stored={stored && { archived: false }}
      title={stored?.name ?? 'New site'}
      back={list}
      sub={accountName ?? stored?.reference_1}
      submit={stored ? undefined : <NewSiteButtons form={form} isPhone={isPhone} onChoose={(another) => (addsAnother.current = another)} />}
      actions={stored?.can.delete && <DeleteSite site={stored} refresh={refresh} onDeleted={leave} />}
    >
      <FieldGroup title="Site">
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="Cost centre" {...form.field('cost_centre')} />
      </FieldGroup>
      {changesOfficeFields && (
        <FieldGroup title="References">
          {references.map(([name, label]) => (
            <TextField key={name} label={label} {...form.field(name)} />
          ))}
        </FieldGroup>
      )}
      <FieldGroup title="Contact">
        <TextField label="Contact Name" {...form.field('contact_name')} />
        <TextField label="Contact Phone" type="tel" {...form.field('contact_phone')} />
        <TextField label="Contact Email" type="email" {...form.field('contact_email')} />
      </FieldGroup>
      <FieldGroup title="Delivery notices">
        <TextField
          label="Email for deliveries"
          type="email"
          hint={`Gets an email about each dispatch.${mailWaits()}`}
          {...form.field('delivery_notification_email')}
        />
        <TextField label="Phone for deliveries" type="tel" {...form.field('delivery_notification_phone')} />
      </FieldGroup>
      <FieldGroup title="Delivery address">
        <AddressFields
          field={(name) => form.field(`delivery_address.${name}`)}
          onTake={(address) => form.fill({ delivery_address: addressInputs(address) })}
        />
      </FieldGroup>
      <FieldGroup title="Invoice address">
        <Tick {...form.tick('has_invoice_address')}>This site has an invoice address of its own</Tick>
        {form.values.has_invoice_address && (
          <div className="fields field-row">
            <AddressFields
              field={(name) => form.field(`invoice_address.${name}`)}
              onTake={(address) => form.fill({ invoice_address: addressInputs(address) })}
            />
          </div>
        )}
      </FieldGroup>
      {changesOfficeFields && (
        <FieldGroup title="Exceptions">
          {exceptions.map(([name, label]) => (
            <Tick key={name} className="field-row" {...form.tick(name)}>
              {label}
            </Tick>
          ))}
        </FieldGroup>
      )}
      {stored && !changesOfficeFields && (
        <FieldGroup title="Set by the provider">
          {references.map(([name, label]) => (
            <TextField key={name} label={label} readOnly value={form.values[name] ?? ''} />
          ))}
          {exceptions.map(([name, label]) => (
            <Tick key={name} className="field-row" disabled readOnly checked={form.values[name] ?? false}>
              {label}
            </Tick>
          ))}
        </FieldGroup>
      )}
    </FormPage>
  );
}

interface NewSiteButtonsProps {
  form: FormState & { isDirty: boolean };
  isPhone: boolean;
  onChoose: (another: boolean) => void;
}

/** Buttons that save a new site. One of them continues with another new site, because a new company has many. */
function NewSiteButtons({ form, isPhone, onChoose }: NewSiteButtonsProps) {
  const waits = form.isDirty ? null : 'Nothing is entered yet.';
  return (
    <>
      <Submit form={form} block={isPhone} busyText="Saving" waits={waits} onClick={() => onChoose(false)}>
        Save
      </Submit>
      <Submit form={form} block={isPhone} look={isPhone ? 'quiet' : 'plain'} disabled={waits !== null} onClick={() => onChoose(true)}>
        Save and add another
      </Submit>
    </>
  );
}
