import { useSession } from '../session/use-session.ts';

/** The list that an order belongs to: the office has its own. */
export const useListPath = (): string => (useSession().role === 'super' ? '/admin/orders' : '/orders');
