import { messages } from '../../shared/imports/messages.ts';
import type { ImportKind } from './import-kind.ts';

export const peopleImport: ImportKind = {
  faultOf: ({ account_id }) => (account_id === null ? messages.account_needed : null),
  begin: async () => {
    throw new Error('not built');
  },
  undo: null,
};
