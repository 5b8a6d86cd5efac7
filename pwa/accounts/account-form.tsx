import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type AccountDetails, accountChange } from '../../shared/accounts/account.ts';
import type { AccountSetup } from '../../shared/accounts/account-setup.ts';
import { checkCloseDay } from '../../shared/accounts/save-account.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { readAccount } from '../api/accounts.ts';
import { addressFields, addressInputs } from '../api/address-inputs.ts';
import { ArchiveButton } from '../api/archive-button.tsx';
import { PictureField } from '../api/picture-field.tsx';
import { PostcodeSearch } from '../api/postcode-search.tsx';
import { starterChoices } from '../api/starter-choices.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { AccountOverview } from './account-overview.tsx';
import './accounts.css';
import { readSetup, saveAccount, setArchived } from './client.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { SetupCard } from './setup-card.tsx';

const list = '/admin/accounts';
const refresh = [['accounts']];

/** A client company: a new one, or a stored one with its overview. */
export default function AccountForm() {
  const { id = '' } = useParams();
  const setup = useQuery({ queryKey: ['accounts', 'setup', id], queryFn: ({ signal }) => readSetup(id, signal), enabled: id !== '' });
  return (
    <RecordPage title="Account" back={list} queryKey={['accounts', 'one']} read={readAccount}>
      {(account) => (account && setup.isPending ? <Waiting account={account} /> : <Details stored={account} setup={setup} />)}
    </RecordPage>
  );
}

/** Shown while the set-up steps load. The tabs are already there, so that the form below them does not move later. */
const Waiting = ({ account }: { account: AccountDetails }) => (
  <Page title={account.name} back={list} strip={<AccountTabs id={String(account.id)} current="edit" />}>
    <SkeletonText lines={8} />
  </Page>
);

const valuesOf = (of: Partial<AccountDetails>) => ({
  ...of,
  name: of.name ?? '',
  reference: of.reference ?? '',
  sku_prefix: of.sku_prefix ?? '',
  invoice_address: addressInputs(of.invoice_address),
  notify_impersonated: of.notify_impersonated ?? true,
  show_stock: of.show_stock ?? true,
  is_consolidated_invoicing: of.is_consolidated_invoicing ?? false,
  starter_kit: of.starter_kit ?? 'off',
  dispatch_days: String(of.dispatch_days ?? 2),
  consolidated_invoice_close_day: String(of.consolidated_invoice_close_day ?? ''),
  logo: of.logo ?? null,
});
type Values = ReturnType<typeof valuesOf>;

const closeDayOf = ({ is_consolidated_invoicing, consolidated_invoice_close_day: text }: Values): number | null =>
  is_consolidated_invoicing && text.trim() !== '' ? Number(text) : null;

/** The body of the request. An address is sent if any of its lines is filled, and a logo only if it has changed. */
const inputOf = (values: Values, storedLogo: string | null | undefined) => {
  const { invoice_address, sku_prefix, logo, ...rest } = values;
  return {
    ...rest,
    sku_prefix: sku_prefix.toUpperCase(),
    invoice_address: addressLines(invoice_address).length > 0 ? invoice_address : null,
    consolidated_invoice_close_day: closeDayOf(values),
    dispatch_days: Number(values.dispatch_days.trim() || Number.NaN),
    ...(logo !== null && logo !== storedLogo && { logo }),
    ...(logo === null && storedLogo && { delete_logo: true }),
  };
};

const closeDayFault = (values: Values): string | null => {
  const verdict = checkCloseDay({ ...values, consolidated_invoice_close_day: closeDayOf(values) });
  return verdict.ok ? null : verdict.message;
};

function Details({ stored, setup }: { stored: AccountDetails | undefined; setup: UseQueryResult<AccountSetup> }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: accountChange,
    record: stored ?? {},
    valuesOf,
    input: (values) => inputOf(values, stored?.logo),
    check: (values) => ({ consolidated_invoice_close_day: closeDayFault(values) }),
    send: saveAccount(stored?.id),
    success: 'Account has been saved',
    refresh,
    // The overview of an account leads through its set-up, so a new account opens there, and a saved one stays there.
    onSaved: ({ id }) => (stored ? undefined : void navigate(`${list}/${id}/edit`)),
  });
  const record = stored && { ...stored, archived: stored.is_archived };
  const [isCopying, setIsCopying] = useState(false);

  return (
    <FormPage
      form={form}
      stored={record}
      title={stored?.name ?? 'New account'}
      back={list}
      sub={stored && <span className="code">{stored.reference}</span>}
      actions={
        record && (
          <>
            <ArchiveButton
              record={record}
              others={[{ label: 'Another like this one', icon: 'copy', onSelect: () => setIsCopying(true) }]}
              effect={archiveEffect(record, setup.data?.facts.open_orders ?? 0)}
              send={setArchived(record.id)}
              refresh={refresh}
            />
            {isCopying && (
              <CopyDialog
                account={record}
                onClose={() => setIsCopying(false)}
                onCopied={(id) => {
                  setIsCopying(false);
                  void navigate(`${list}/${id}/edit`);
                }}
              />
            )}
          </>
        )
      }
      {...(stored && { strip: <AccountTabs id={String(stored.id)} current="edit" /> })}
      above={stored && setup.data && !stored.is_archived && <SetupCard account={stored} setup={setup.data} />}
      beside={
        stored && (
          <Loaded query={setup} noun="overview" waiting={<SkeletonText lines={6} />}>
            {(overview) => <AccountOverview account={stored} setup={overview} />}
          </Loaded>
        )
      }
    >
      <FieldGroup title="Company">
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="Reference" {...form.field('reference')} />
        <TextField
          label="SKU prefix"
          readOnly={!!stored?.sku_prefix}
          hint={
            stored?.sku_prefix ? 'Fixed once set: the SKUs of its own products begin with it' : '2 to 6 letters or digits. It cannot be changed later'
          }
          {...form.field('sku_prefix')}
        />
        <TextField label="VAT number" {...form.field('vat_number')} />
        <TextField label="Domain" placeholder="company.co.uk" {...form.field('domain')} />
        <PictureField label="Logo" hint="512x512 PNG is best" {...form.control('logo')} />
      </FieldGroup>
      <FieldGroup title="Contact">
        <TextField label="Contact Name" {...form.field('contact_name')} />
        <TextField label="Contact Phone" type="tel" {...form.field('contact_phone')} />
        <TextField label="Contact Email" type="email" {...form.field('contact_email')} />
      </FieldGroup>
      <FieldGroup title="Ordering">
        <Tick {...form.tick('require_po')}>PO reference needed</Tick>
        <Tick {...form.tick('require_cc')}>Cost code needed</Tick>
        <Tick className="field-row" {...form.tick('self_order_budgeting')}>
          Budgets also bind people who order for themselves
        </Tick>
        <Tick className="field-row" {...form.tick('show_stock')}>
          People read at each size whether it is in stock
        </Tick>
        <TextField
          label="Video explainer"
          type="url"
          placeholder="https://"
          hint="A web address that begins with https://"
          {...form.field('custom_video_explainer_url')}
        />
        <TextArea label="Terms" hint="People accept them with each order. Empty: the default terms" {...form.field('terms')} />
      </FieldGroup>
      <FieldGroup title="People who start">
        <Select
          label="When somebody with a kit is added"
          options={starterChoices.map(([value, label]) => ({ value, label }))}
          hint="A kit belongs to an employee role"
          {...form.field('starter_kit')}
        />
        <TextField
          label="Working days to arrive"
          inputMode="numeric"
          hint="From the day on which all of a kit is in stock"
          {...form.field('dispatch_days')}
        />
      </FieldGroup>
      <FieldGroup title="Invoicing">
        <Tick {...form.tick('skip_invoice')}>Not invoiced</Tick>
        <Tick {...form.tick('per_site_invoicing')}>One invoice for each site</Tick>
        <Tick {...form.tick('is_consolidated_invoicing')}>Consolidated invoices</Tick>
        <Select
          label="Close day"
          placeholder="Choose"
          options={closeDays}
          hint={form.values.is_consolidated_invoicing ? '1 to 28, each month' : 'Only of consolidated invoices'}
          required={form.values.is_consolidated_invoicing}
          disabled={!form.values.is_consolidated_invoicing}
          {...form.field('consolidated_invoice_close_day')}
        />
        <TextArea label="Printed on each invoice" counted className="field-row" {...form.field('invoice_detail')} />
      </FieldGroup>
      <FieldGroup title="Invoice address">
        <PostcodeSearch onTake={(address) => form.fill({ invoice_address: addressInputs(address) })} />
        {addressFields.map(([name, label]) => (
          <TextField key={name} label={label} {...form.field(`invoice_address.${name}`)} />
        ))}
      </FieldGroup>
      <FieldGroup title="Impersonation">
        <Tick className="field-row" {...form.tick('notify_impersonated')}>
          Email people after somebody of the office has acted as them
        </Tick>
      </FieldGroup>
    </FormPage>
  );
}

const closeDays = Array.from({ length: 28 }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }));

/** Says what archiving the account does to its users, sets, sites and open orders. */
const archiveEffect = ({ counts }: AccountDetails, openOrders: number): string =>
  `Its ${countText(counts.users_count, 'user')} can no longer sign in, and its ${countText(counts.clothing_sets_count, 'clothing set')} and ${countText(counts.sites_count, 'site')} can no longer be used. ${openOrders > 0 ? `Its ${countText(openOrders, 'open order')} ${openOrders === 1 ? 'goes' : 'go'} on. ` : ''}You can restore it later.`;
