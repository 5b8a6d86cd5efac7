/** The address of the list from which products are opened. */
export const productsList = '/admin/products';

export type TabKey = 'description' | 'variations' | 'images' | 'datasheet' | 'sales-history' | 'po-history' | 'history';

/** The address of one tab of the editor. On the variations tab, `variation` is the id of the open variation. */
export const tabAddress = (id: number, tab: TabKey, variation?: number): string =>
  `/admin/products/${id}/edit#tab=${tab}${variation === undefined ? '' : `&variation=${variation}`}`;
