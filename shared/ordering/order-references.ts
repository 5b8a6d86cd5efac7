import { limits } from '../limits.ts';

/** A text by which the client finds an order in its own books. */
interface OrderReferenceField {
  label: string;
  /** Characters. */
  max: number;
  /** The requirement that makes the reference obligatory if an account or a site has it. */
  requirement?: 'po' | 'cc';
}

const fields = {
  client_po_reference: { label: 'PO reference', max: limits.client_po_reference, requirement: 'po' },
  cost_code: { label: 'Cost code', max: limits.cost_code, requirement: 'cc' },
} as const satisfies Record<string, OrderReferenceField>;

export type OrderReference = keyof typeof fields;

/** The client's own references on an order. Each key is a column of `orders`, and the name of the reference in inputs, answers and screens. */
export const orderReferences: Readonly<Record<OrderReference, OrderReferenceField>> = fields;
export const orderReferenceNames = Object.keys(fields) as OrderReference[];

/** A value for each reference, by its name. */
export const eachReference = <Value>(read: (name: OrderReference) => Value): Record<OrderReference, Value> =>
  Object.fromEntries(orderReferenceNames.map((name) => [name, read(name)])) as Record<OrderReference, Value>;

/** Whether an order with these requirements needs this reference before it is submitted. */
export const needsReference = (requires: { po: boolean; cc: boolean }, name: OrderReference): boolean => {
  const { requirement } = orderReferences[name];
  return requirement !== undefined && requires[requirement];
};
