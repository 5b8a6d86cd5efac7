import { sql } from 'drizzle-orm';
import type { LastMutations, SyncRequest } from '../../shared/sync/wire.ts';
import { amongTexts, textList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncClients } from '../db/tables/index.ts';
import { type Clock, readClock } from './clock.ts';

/** The stored state of the sync clients that a tablet names, at one point in time. */
export interface ClientState {
  clock: Clock;
  /** The number of each named client's last mutation with an outcome; 0 for a client that has none. */
  lm: LastMutations;
  /** `lm` without the clients that the server does not know. */
  known_lm: LastMutations;
  /** The name of each client's last mutation, if it is known. */
  last_m: Record<string, string>;
  /** Whether one of the named sync clients belongs to another tablet. */
  is_foreign: boolean;
}

const clientsNamed = prepared('sync_clients_named', (db) =>
  db
    .select({ c: syncClients.c, device: syncClients.device, lm: syncClients.lm, last_m: syncClients.last_m })
    .from(syncClients)
    .where(amongTexts(syncClients.c, sql.placeholder('clients'))),
);

/** Reads the state of the clients for an exchange: once, and before the exchange reads or writes anything else. */
export async function readClientState(db: Db, { device, push, pull }: SyncRequest): Promise<ClientState> {
  const clients = [...new Set([...Object.keys(pull.lm), ...(pull.ack ? [pull.ack.c] : []), ...push.map(({ c }) => c)])];
  const rows = clients.length ? await clientsNamed(db, { clients: textList(clients) }) : [];
  const known_lm = Object.fromEntries(rows.map(({ c, lm }) => [c, lm]));
  return {
    clock: await readClock(db),
    lm: { ...Object.fromEntries(clients.map((c) => [c, 0])), ...known_lm },
    known_lm,
    last_m: Object.fromEntries(rows.flatMap(({ c, last_m }) => (last_m === null ? [] : [[c, last_m]]))),
    is_foreign: rows.some((client) => client.device !== device),
  };
}
