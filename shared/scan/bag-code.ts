/** A bag of one wearer in an order, as the label of the bag encodes it. */
export interface BagCode {
  order_id: number;
  employee_id: number;
  /** The number of this bag among the wearer's bags, from 1. */
  bag: number;
}

/** The code on the label of a wearer's bag: order, wearer and the number of the bag. */
export const bagCode = ({ order_id, employee_id, bag }: BagCode): string => `B-${String(order_id).padStart(5, '0')}-${employee_id}-${bag}`;

/** The bag that a code names; null if it is not a bag code. */
export function bagOfCode(text: string): BagCode | null {
  const [, order, employee, bag] = /^B-0*([1-9]\d{0,14})-([1-9]\d{0,14})-([1-9]\d{0,3})$/i.exec(text) ?? [];
  return order && employee && bag ? { order_id: Number(order), employee_id: Number(employee), bag: Number(bag) } : null;
}
