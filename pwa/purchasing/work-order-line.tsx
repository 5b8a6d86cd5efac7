import type { ReactNode } from 'react';
import type { PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { ProductWords, productText } from './order-lines.tsx';

/** A line of a work order in a dialog: the garment that goes to the decorator, with the dialog's quantity fields as `children`. */
export function WorkOrderLine({ line, children }: { line: PurchaseOrderLine; children: ReactNode }) {
  return (
    <li>
      <div className="work-order-product">
        <ProductWords product={line.product && { ...line.product, ...line.source }} />
      </div>
      {children}
    </li>
  );
}

/** A quantity of a line of a work order. */
export function WorkOrderCount({ line, label, ...field }: { line: PurchaseOrderLine; label: string } & Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label={
        <>
          <span className="sr">{productText(line.product)}: </span>
          {label}
        </>
      }
      inputMode="numeric"
      maxLength={6}
      {...field}
    />
  );
}
