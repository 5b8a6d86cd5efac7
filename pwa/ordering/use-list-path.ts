import { useSession } from '../session/use-session.ts';

/** The path of the list that an order belongs to: the office has its own. */
export const useListPath = (): string => (useSession().role === 'super' ? '/admin/orders' : '/orders');
