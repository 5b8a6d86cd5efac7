import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { supplierReturnUrl } from '../../shared/documents/document-urls.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { SkuCombobox, skuName } from '../ui/sku-combobox.tsx';
import { Tick } from '../ui/tick.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useHeldDuringPress } from '../ui/use-held-during-press.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { findSkus, readSupplierReturn, type Sku, type SupplierReturn, type SupplierReturnLine, supplierReturns } from './client.ts';
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
  /** The line that was added last: the next one to fill in. */
  const [fresh, setFresh] = useState<number | null>(null);
  /** Changes of lines that have no response yet: approving waits for them. */
  const [unsent] = useState(() => new Set<Promise<unknown>>());
  const add = useWrite({
    send: (_: undefined, options) => answer(supplierReturns[':id'].lines.$post({ param, json: {} }, options)),
    refresh,
    onSaved: ({ id }) => setFresh(id),
  });
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
  const isEmailed = email.unsent?.input ?? one.email;
  const remove = useWrite({
    send: (_: undefined, options) => answer(supplierReturns[':id'].$delete({ param }, options)),
    success: `Supplier return ${supplier_return_number} deleted`,
    refresh,
    onSaved: () => void navigate(list),
  });
  const pieces = lines.reduce((sum, line) => sum + line.qty_requested, 0);
  const emptyLines = lines.filter(({ product, qty_requested }) => product === null || qty_requested === 0).length;
  const missing = lines.length === 0 ? 'Add a line first' : emptyLines > 0 ? `${countText(emptyLines, 'line')} without a product or quantity` : null;
  const askApprove = async (): Promise<void> => {
    await Promise.all(unsent);
    const latest = (await readAgain()) ?? one;
    const { version } = latest;
    const yes = await ask({
      title: `Approve supplier return ${supplier_return_number}?`,
      body: (
        <>
          <ul className="supplier-return-effect">
            {latest.lines.map(({ id, product, qty_requested }) => (
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
    if (yes) void change.write({ approved: true, email: isEmailed, version });
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
                error={email.errors.email ?? change.errors.email}
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
        <section className="card">
          <header>
            <h2>Lines</h2>
            <span className="note">
              {countText(lines.length, 'line')} · {countText(pieces, 'item')}
            </span>
            {can.edit && (
              <Button className="push" icon="plus" id="new-line" busy={add.busy} onClick={() => void add.write(undefined)}>
                New Line
              </Button>
            )}
          </header>
          {lines.length === 0 ? (
            <EmptyState title="No Lines">{can.edit && <p>New Line adds the first.</p>}</EmptyState>
          ) : (
            <>
              <div className={can.edit ? 'supplier-return-heads edited note' : 'supplier-return-heads note'} aria-hidden="true">
                <span>Product</span>
                {can.edit && <span>Reason</span>}
                <span className="num">Requested</span>
              </div>
              <ul className="rows">
                {lines.map((line, n) =>
                  can.edit ? (
                    <EditedLine
                      key={line.id}
                      one={one}
                      line={line}
                      isFresh={line.id === fresh}
                      errors={lineErrors(change.errors, n)}
                      unsent={unsent}
                    />
                  ) : (
                    <ReadLine key={line.id} line={line} />
                  ),
                )}
              </ul>
            </>
          )}
        </section>
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

interface LineErrors {
  product_id?: string;
  qty_requested?: string;
}
const lineErrors = (errors: Record<string, string>, n: number): LineErrors => ({
  product_id: errors[`lines.${n}.product_id`],
  qty_requested: errors[`lines.${n}.qty_requested`],
});

function ReadLine({ line: { product, qty_requested, reason } }: { line: SupplierReturnLine }) {
  if (!product) return null;
  return (
    <li className="supplier-return-line">
      <GarmentTile media={product.media} alt="" colour={product.attributes.colour_hex} size={40} />
      <div className="grow">
        <p className="strong">{skuName(product)}</p>
        <p className="note">
          <span className="code">{product.sku}</span>
          {reason && ` · ${reason}`}
        </p>
      </div>
      <span className="num strong">{qty_requested}</span>
    </li>
  );
}

interface EditedLineProps {
  one: SupplierReturn;
  line: SupplierReturnLine;
  /** The line was just added. */
  isFresh: boolean;
  errors: LineErrors;
  /** Registers a save that is under way. */
  unsent: Set<Promise<unknown>>;
}

/** A line of a draft: each field is saved as soon as it is left. */
function EditedLine({ one, line, isFresh, errors, unsent }: EditedLineProps) {
  const queries = useQueryClient();
  const param = { id: String(one.id), lineId: String(line.id) };
  const refresh = [['supplier-returns']];
  const isPhone = useIsPhone();
  const [reason, setReason] = useState(line.reason ?? '');
  const save = useFieldWrite({
    send: ({ product: sku, ...json }: { product?: Sku; product_id?: number | null; qty_requested?: number; reason?: string }, options) =>
      answer(supplierReturns[':id'].lines[':lineId'].$put({ param, json }, options)),
    refresh,
    onSaved: (savedReturn) =>
      queries.setQueryData<SupplierReturn>(
        ['supplier-returns', 'one', param.id],
        (now) => now && { ...now, lines: now.lines.map((one) => (one.id === savedReturn.id ? savedReturn : one)) },
      ),
  });
  const send = (sending: Promise<unknown>): void => {
    unsent.add(sending);
    void sending.finally(() => unsent.delete(sending));
  };
  // A press adds to the press before it; presses during a request are sent after it, in one request.
  const [qtyWanted, setQtyWanted] = useState<number | null>(null);
  const latest = useRef<number | null>(null);
  const saveCount = async (): Promise<void> => {
    while (latest.current !== null) {
      const qty_requested = latest.current;
      await save.write({ qty_requested });
      if (latest.current === qty_requested) latest.current = null;
    }
    setQtyWanted(null);
  };
  const count = (qty: number): void => {
    const isSending = latest.current !== null;
    latest.current = qty;
    setQtyWanted(qty);
    if (!isSending) send(saveCount());
  };
  const productId = `line-${line.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the line appears
  useEffect(() => {
    if (isFresh) document.getElementById(productId)?.focus();
  }, []);
  const remove = useWrite({
    send: (_: undefined, options) => answer(supplierReturns[':id'].lines[':lineId'].$delete({ param }, options)),
    success: 'Line Deleted',
    refresh,
    onSaved: () => document.getElementById('new-line')?.focus(),
  });
  const { product } = line;
  const name = product ? skuName(product) : 'new line';
  const unsentInput = save.unsent?.input;
  const qty = qtyWanted ?? unsentInput?.qty_requested ?? line.qty_requested;
  const giveUp = (): void => {
    save.unsent?.giveUp();
    setReason(line.reason ?? '');
  };
  const isShort = product !== null && qty > product.qty_free;
  const qtyError = useHeldDuringPress(errors.qty_requested ?? save.errors.qty_requested);
  return (
    <li className="supplier-return-line">
      <GarmentTile media={product?.media} alt="" colour={product?.attributes.colour_hex} size={40} />
      <div className="grow supplier-return-what">
        <SkuCombobox
          id={productId}
          label={<span className="sr">Product, {name}</span>}
          name="product_id"
          required
          placeholder="SKU, name, colour or size"
          from={0}
          value={unsentInput?.product ?? product}
          onChange={(sku: Sku | null) => {
            if (sku && sku.id !== product?.id) send(save.write({ product: sku, product_id: sku.id }));
          }}
          search={(text, signal) => findSkus(one.id, text, signal)}
          none="This supplier has no such product."
          error={save.errors.product_id ?? errors.product_id}
        />
        <input
          className="in"
          aria-label={`Reason, ${name}`}
          placeholder="Reason, such as faulty zips"
          maxLength={limits.supplier_return_reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onBlur={() => {
            if (reason.trim() !== (line.reason ?? '')) send(save.write({ reason: reason.trim() }));
          }}
        />
      </div>
      <div className="supplier-return-qty">
        <QtyStepper
          label={`Requested, ${name}`}
          {...(isPhone ? {} : { size: 'mini' })}
          value={qty}
          max={limits.line_quantity}
          error={qtyError}
          onChange={count}
        />
        {product && (
          <span className={isShort ? 't-wrong small' : 'note small'}>
            {product.qty_free} free{product.bin && `, ${product.bin}`}
          </span>
        )}
        {qtyError && <span className="err small">{qtyError}</span>}
        {save.unsent && <NotSent what={name} again={save.unsent.again} giveUp={giveUp} />}
      </div>
      <IconButton icon="trash" label={`Delete line, ${name}`} disabled={remove.busy} onClick={() => void remove.write(undefined)} />
    </li>
  );
}
