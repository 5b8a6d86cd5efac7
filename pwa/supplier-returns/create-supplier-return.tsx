import { useNavigate } from 'react-router';
import { newSupplierReturn } from '../../shared/supplier-returns/supplier-return.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { findSuppliers, type Supplier, supplierReturns } from './client.ts';
import './supplier-returns.css';

/** Starts a supplier return: chooses the supplier. The items are entered on the next screen. */
export default function CreateSupplierReturn() {
  const navigate = useNavigate();
  const form = useForm({
    schema: newSupplierReturn,
    values: { supplier_id: null as Supplier | null },
    input: ({ supplier_id }) => ({ supplier_id: supplier_id?.id }),
    isGuarded: false,
    send: (json, options) => answer(supplierReturns.index.$post({ json }, options)),
    refresh: [['supplier-returns']],
    onSaved: ({ id }) => void navigate(`/admin/supplier-returns/${id}/edit`, { replace: true }),
  });
  const supplier = form.values.supplier_id;
  return (
    <Page title="New supplier return" back="/admin/supplier-returns">
      <Form form={form} className="card supplier-return-new">
        <div className="in-card flow">
          <Combobox
            label="Supplier"
            required
            placeholder="Name or code"
            from={0}
            search={findSuppliers}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, code }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{code}</span>
              </>
            )}
            {...form.control('supplier_id')}
          />
          {supplier && (
            <dl className="facts">
              <dt>Contact</dt>
              <dd>{supplier.contact_name ?? <span className="note">None</span>}</dd>
              <dt>Email</dt>
              <dd className="cut">{supplier.sales_email ?? <span className="note">None: no confirmation can be sent</span>}</dd>
            </dl>
          )}
        </div>
        <footer>
          <Submit
            form={form}
            waits={supplier ? null : 'Choose a supplier first.'}
            busyText="Creating"
            before={
              <ButtonLink className="push" to="/admin/supplier-returns">
                Cancel
              </ButtonLink>
            }
          >
            Create Supplier Return
          </Submit>
        </footer>
      </Form>
    </Page>
  );
}
