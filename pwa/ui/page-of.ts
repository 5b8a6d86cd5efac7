/** A page of a list, as every list of the API returns it. */
export interface PageOf<Row> {
  items: Row[];
  current_page: number;
  per_page: number;
  total: number;
  last_page?: number;
}

/** The query of a list. A type, not an interface, so that it is a plain record too. */
export type ListQuery = {
  page: number;
  per_page: number;
  search?: string;
  orderBy?: string;
  sortedBy?: 'asc' | 'desc';
};
