import { useSession } from '../session/use-session.ts';

/** The path of the list to which an order belongs. The office has its own list. */
export const useListPath = (): string => (useSession().role === 'super' ? '/admin/orders' : '/orders');
