import { useState } from 'react';
import { useNavigate } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Page } from '../ui/page.tsx';
import { findSuppliers, type Supplier, supplierReturns } from './client.ts';
import './supplier-returns.css';

/** Starts a supplier return: chooses the supplier. What is returned is entered on the next screen. */
export default function CreateSupplierReturn() {
  const navigate = useNavigate();
  const [supplier, setSupplier] = useState<Supplier | null>(null);
  const create = useWrite({
    send: (supplier_id: number, options) => answer(supplierReturns.index.$post({ json: { supplier_id } }, options)),
    refresh: [['supplier-returns']],
    onSaved: ({ id }) => void navigate(`/admin/supplier-returns/${id}/edit`, { replace: true }),
  });
  return (
    <Page title="New supplier return" back="/admin/supplier-returns">
      <form
        className="card supplier-return-new"
        onSubmit={(event) => {
          event.preventDefault();
          if (supplier && !create.busy) void create.write(supplier.id);
        }}
      >
        <div className="in-card flow">
          <Combobox
            label="Supplier"
            required
            name="supplier_id"
            placeholder="Name or code"
            from={0}
            value={supplier}
            onChange={setSupplier}
            search={findSuppliers}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, code }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{code}</span>
              </>
            )}
            error={create.errors.supplier_id}
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
          {!supplier && <span className="note">Choose a supplier first.</span>}
          <span className="push line">
            <ButtonLink to="/admin/supplier-returns">Cancel</ButtonLink>
            <Button type="submit" look="primary" disabled={!supplier} busy={create.busy} busyText="Creating">
              Create Supplier Return
            </Button>
          </span>
        </footer>
      </form>
    </Page>
  );
}
