export const prepListPath = '/admin/prep';

/**
 * The screen after an order is ready for dispatch. The office goes back to its list of orders, which needs the network; everybody else, and the
 * office without a network, goes to the list of orders to prep.
 */
export const afterPrep = (role: string | undefined, isOnline: boolean): string => (role === 'super' && isOnline ? '/admin/orders' : prepListPath);
