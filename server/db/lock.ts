import { pg } from './dialect.ts';

/** The same query with its rows locked until the unit of work ends; SQLite has one writer and needs no locks. */
export const lockRows = <Query extends PromiseLike<unknown>>(query: Query): Query =>
  pg ? (query as unknown as { for(strength: 'update'): Query }).for('update') : query;
