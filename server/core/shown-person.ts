import { z } from 'zod';
import { type Actor, policy } from '../../shared/policy.ts';
import { providerName } from '../../shared/provider-name.ts';

export const shownSchema = z.object({ id: z.int().nullable().describe('Null for the provider’s people, to a client'), name: z.string() });
export type ShownPerson = z.infer<typeof shownSchema>;

/** A person as this reader sees them: for a client, all of the provider's people have one shared name. */
export const shownPerson = (reader: Actor, person: { id: number; name: string; account_id: number | null }): ShownPerson =>
  person.account_id === null && !policy.use_floor(reader) ? { id: null, name: providerName } : { id: person.id, name: person.name };

/** A person's name as a client sees it. */
export const nameToClients = ({ account_id, name }: Pick<Actor, 'account_id' | 'name'>): string => (account_id === null ? providerName : name);
