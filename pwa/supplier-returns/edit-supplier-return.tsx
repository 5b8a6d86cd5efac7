import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { supplierReturnUrl } from '../../shared/documents/document-urls.ts';
import { answer } from '../api/answer.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { skuName } from '../ui/sku-combobox.tsx';
import { Tick } from '../ui/tick.tsx';
import { type Question, useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readSupplierReturn, type SupplierReturn, supplierReturns } from './client.ts';
import { LinesCard } from './lines-card.tsx';
import './supplier-returns.css';

const list = '/admin/supplier-returns';

/** One supplier return: its lines can be edited while it is a draft; once approved it can only be read. */
export default function EditSupplierReturn() {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: ['supplier-returns', 'one', id], queryFn: ({ signal }) => readSupplierReturn(id, signal) });
  if (query.data) return <Sheet one={query.data} readAgain={async () => (await query.refetch()).data} />;
  return (
    <Page title="Supplier return" back={list}>
      <Loaded query={query} noun="supplier return" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function Sheet({ one, readAgain }: { one: SupplierReturn; readAgain: () => Promise<SupplierReturn | undefined> }) {
  const { supplier, supplier_return_number, lines, can } = one;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const param = { id: String(one.id) };
  const refresh = [['supplier-returns']];
  /** Requests that change lines and have no response yet: approving waits for them. */
  const [unsent] = useState(() => new Set<Promise<unknown>>());
  const change = useWrite({
    send: (json: { email: boolean; approved: true; version: number }, options) => answer(supplierReturns[':id'].$put({ param, json }, options)),
    success: 'Supplier return updated',
    refresh: [['supplier-returns'], ['mail']],
  });
  const email = useFieldWrite({
    send: (value: boolean, options) => answer(supplierReturns[':id'].$put({ param, json: { email: value } }, options)),
    success: 'Supplier return updated',
    refresh,
  });
  const remove = useWrite({
    send: (_: undefined, options) => answer(supplierReturns[':id'].$delete({ param }, options)),
    success: `Supplier return ${supplier_return_number} deleted`,
    refresh,
    onSaved: () => void navigate(list),
  });
  const emptyLines = lines.filter(({ product, qty_requested }) => product === null || qty_requested === 0).length;
  const missing = lines.length === 0 ? 'Add a line first' : emptyLines > 0 ? `${countText(emptyLines, 'line')} without a product or quantity` : null;
  const askApprove = async (): Promise<void> => {
    await Promise.all(unsent);
    const latest = (await readAgain()) ?? one;
    const isEmailed = email.unsent?.input ?? one.email;
    if (await ask(approvalQuestion(latest, isEmailed))) void change.write({ approved: true, email: isEmailed, version: latest.version });
  };
  const askDelete = async (): Promise<void> => {
    const title = `Delete supplier return ${supplier_return_number}?`;
    if (await ask({ title, body: <p>Nothing has left stock.</p>, action: 'Delete draft', destroys: true })) void remove.write(undefined);
  };

  return (
    <Page
      title={`Supplier return ${supplier_return_number}`}
      back={list}
      sub={supplier.name}
      actions={
        can.edit && !isPhone ? (
          <Button look="danger" busy={remove.busy} onClick={() => void askDelete()}>
            Delete draft
          </Button>
        ) : undefined
      }
      primary={
        can.edit ? (
          <>
            {missing && <span className="note">{missing}</span>}
            <Button
              look="primary"
              className={isPhone ? 'grow' : undefined}
              disabled={missing !== null}
              title={missing ?? undefined}
              busy={change.busy}
              busyText="One moment"
              onClick={() => void askApprove()}
            >
              Approve
            </Button>
          </>
        ) : (
          <ButtonLink to={list} className={isPhone ? 'grow' : undefined}>
            Back to Supplier Returns
          </ButtonLink>
        )
      }
    >
      <div className="supplier-return">
        <DetailsCard one={one} email={email} error={change.errors.email} />
        <LinesCard one={one} errors={change.errors} unsent={unsent} />
        {can.edit && isPhone && (
          <Button look="danger" busy={remove.busy} onClick={() => void askDelete()}>
            Delete draft
          </Button>
        )}
      </div>
      {dialog}
    </Page>
  );
}

const approvalQuestion = ({ supplier_return_number, lines }: SupplierReturn, isEmailed: boolean): Question => ({
  title: `Approve supplier return ${supplier_return_number}?`,
  body: (
    <>
      <ul className="supplier-return-effect">
        {lines.map(({ id, product, qty_requested }) => (
          <li key={id} className="line">
            <span className="grow">{product ? `${skuName(product)} (${product.sku})` : 'No product'}</span>
            <strong className="num nowrap">{countText(qty_requested, 'item')}</strong>
          </li>
        ))}
      </ul>
      <p>When approving this, the stock levels of products within this supplier return will be updated, are you sure you want to do this?</p>
      {isEmailed && mailWaits() && <p>{mailWaits()}</p>}
    </>
  ),
  action: 'Approve',
  keep: 'Go back',
});

interface DetailsCardProps {
  one: SupplierReturn;
  /** Whether the supplier gets an email at the approval. */
  email: ReturnType<typeof useFieldWrite<boolean>>;
  error: string | undefined;
}

/** The facts of a supplier return, its document, and whether the supplier gets an email. */
function DetailsCard({ one, email, error }: DetailsCardProps) {
  const { supplier, supplier_return_number, can } = one;
  const isEmailed = email.unsent?.input ?? one.email;
  return (
    <section className="card">
      <dl className="facts in-card">
        <dt>Number</dt>
        <dd className="code strong">{supplier_return_number}</dd>
        <dt>Supplier</dt>
        <dd>
          {supplier.name} <span className="code note">{supplier.code}</span>
        </dd>
        <dt>Created</dt>
        <dd>
          <DateText value={one.created_at} form="moment" />, {one.creator.name}
        </dd>
        <dt>{one.approved_at ? 'Approved' : 'State'}</dt>
        <dd>
          {one.approved_at ? (
            <>
              <DateText value={one.approved_at} form="moment" />, {one.approver?.name}
            </>
          ) : (
            <Badge tone="line-only">Draft</Badge>
          )}
        </dd>
        {one.emailed_to && (
          <>
            <dt>Confirmation</dt>
            <dd className="cut">{one.emailed_to}</dd>
          </>
        )}
      </dl>
      <footer>
        <a className="btn sm" href={supplierReturnUrl(one.id)} target="_blank" rel="noreferrer">
          Supplier return (PDF)
        </a>
        {can.edit && (
          <Tick
            className="push"
            checked={isEmailed}
            disabled={email.busy || (!isEmailed && !supplier.sales_email)}
            error={email.errors.email ?? error}
            onChange={(event) => void email.write(event.target.checked)}
          >
            Send Confirmation Email
            {!supplier.sales_email && <span className="note"> (no address)</span>}
            {isEmailed && <span className="note">{mailWaits()}</span>}
          </Tick>
        )}
        {email.unsent && <NotSent what="Send Confirmation Email" again={email.unsent.again} giveUp={email.unsent.giveUp} />}
      </footer>
    </section>
  );
}
