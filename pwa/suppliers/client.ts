import { hc } from 'hono/client';
import type { SupplierRoutes } from '../../server/suppliers/routes.ts';
import type { NewNote } from '../../shared/note.ts';
import type { NewSupplier, SupplierChange } from '../../shared/suppliers/supplier.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const suppliers = hc<SupplierRoutes>('/api/admin/suppliers', overTheWire);
const { ':id': one } = suppliers;
const param = (id: number) => ({ id: String(id) });

/** A page of the suppliers. */
export const readSuppliers = (query: ListQuery, signal: AbortSignal) =>
  answer(suppliers.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One supplier with its notes. */
export const readSupplier = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));
/** Adds a supplier, or changes the stored one with this id. The form has checked its fields. */
export const saveSupplier = (id: number | undefined) => (json: SupplierChange, options: Once) =>
  id === undefined ? answer(suppliers.index.$post({ json: json as NewSupplier }, options)) : answer(one.$put({ param: param(id), json }, options));
/** Adds a note about the supplier with this id. */
export const addNote = (id: number) => (json: NewNote, options: Once) => answer(one.comments.$post({ param: param(id), json }, options));
/** Deletes a note about the supplier with this id. */
export const removeNote = (id: number) => (note: number, options: Once) =>
  answer(one.comments[':commentId'].$delete({ param: { ...param(id), commentId: String(note) } }, options));
