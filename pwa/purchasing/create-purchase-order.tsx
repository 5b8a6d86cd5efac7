import { useNavigate } from 'react-router';
import { newPurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { SupplierChoice } from '../api/supplier-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { createPurchaseOrder, type FoundSupplier } from './client.ts';
import './purchasing.css';

const list = '/admin/purchase-orders';

/** Begins a purchase order: chooses the supplier. The lines are entered on the next screen. */
export default function CreatePurchaseOrder() {
  const navigate = useNavigate();
  const form = useForm({
    schema: newPurchaseOrder,
    values: { supplier_id: null as FoundSupplier | null, account_id: null as Client | null, our_reference: '' },
    input: ({ supplier_id, account_id, our_reference }) => ({
      supplier_id: supplier_id?.id,
      account_id: account_id?.id ?? null,
      our_reference,
    }),
    isGuarded: false,
    send: createPurchaseOrder,
    refresh: [['purchase-orders'], ['suppliers']],
    onSaved: ({ id }) => void navigate(`${list}/${id}/edit`, { replace: true }),
  });
  const supplier = form.values.supplier_id;
  return (
    <Page title={supplier?.work_order ? 'New work order' : 'New purchase order'} back={list}>
      <Form form={form} className="card purchase-new">
        <div className="in-card flow">
          <SupplierChoice required placeholder="Name or code" {...form.control('supplier_id')} />
          {supplier && (
            <dl className="facts">
              <dt>Contact</dt>
              <dd>{supplier.contact_name ?? <span className="note">None</span>}</dd>
              <dt>Email</dt>
              <dd className="cut">{supplier.sales_email ?? <span className="note">None: no copy can be sent</span>}</dd>
              {supplier.work_order && (
                <>
                  <dt>Kind</dt>
                  <dd>Work order: garments go out and come back</dd>
                </>
              )}
            </dl>
          )}
          <ClientChoice label="Account" placeholder="None: it is for stock" from={0} {...form.control('account_id')} />
          <TextField label="Our reference" hint="Given automatically if it is left empty" {...form.field('our_reference')} />
        </div>
        <footer>
          <Submit
            form={form}
            waits={supplier ? null : 'Choose a supplier first.'}
            busyText="Creating"
            before={
              <ButtonLink className="push" to={list}>
                Cancel
              </ButtonLink>
            }
          >
            Create Purchase Order
          </Submit>
        </footer>
      </Form>
    </Page>
  );
}
