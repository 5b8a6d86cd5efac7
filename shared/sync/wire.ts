import { z } from 'zod';
import { BATCH_LIMIT, PROTOCOL_VERSION } from './protocol.ts';
import { rowSchemas } from './rows.ts';
import { shelfTaskOfName } from './task-name.ts';

export { BATCH_LIMIT, lineBaseKey, PROTOCOL_VERSION } from './protocol.ts';

/*
 * The short fields of the protocol. They stay short because a tablet stores and sends them with every mutation of a shift.
 *
 * | field    | name           | meaning                                                                                    |
 * |----------|----------------|--------------------------------------------------------------------------------------------|
 * | `pv`     | protocol       | Version of the envelope; another one means that the app has to be updated.                 |
 * | `c`      | client         | One start of the app on a tablet: a uuid.                                                  |
 * | `s`      | sequence       | Number of the mutation within its client, from 1, without gaps.                            |
 * | `q`      | queue          | Number of the mutation on its tablet over all clients; it is stored there and never sent.  |
 * | `m`      | mutation       | Id of the mutation: a uuid that stays the same whenever it is sent again.                  |
 * | `n`      | name           | Name of the mutation, a key of `mutations`: `pick.start`. In a loss: how many were lost.   |
 * | `nv`     | name's version | Version of the mutation's arguments, `version` in `mutations`.                             |
 * | `a`      | arguments      | The mutation's arguments, `mutationArgs` of its name.                                      |
 * | `lm`     | last mutation  | Client → sequence number of its last mutation that has an outcome.                         |
 * | `last_m` |                | Client → id of that mutation.                                                              |
 * | `root_m` |                | Id of the refused mutation that this refusal follows from.                                 |
 * | `v`      | version        | Version of the server's data: a tablet has everything before it.                           |
 * | `at`     |                | The tablet's clock, for display only; in an outcome the server's.                          |
 * | `sig`    | signature      | The server's signature of an acknowledgement.                                              |
 */

const count = z.int().nonnegative();

/** A line's facts as the picker saw them. They stay valid as a base after a backup is restored, when version numbers mean something else. */
export const lineFacts = z.object({
  product_id: z.int(),
  qty_allocated: count,
  qty_picked: count,
  code: z.string().nullable(),
  /** How many of the picked items were on the tablet's own trolley. */
  qty_own: count.optional(),
});
export type LineFacts = z.infer<typeof lineFacts>;

/** The base of a recorded line: the version that the tablet had, the tablet's own earlier mutation, or (after a new epoch) the line's facts. */
const baseOf = z.union([count, z.object({ after: z.uuid() }), z.object({ facts: lineFacts })]);
export type BaseOf = z.infer<typeof baseOf>;

/** Each key names a line: `pick_line:9012`. */
export const base = z.record(z.string().max(80), baseOf);
export type Base = z.infer<typeof base>;

/**
 * A mutation as it is sent; the table above explains its fields. The arguments are validated separately: invalid arguments get an outcome, and the
 * rest of the request is processed.
 */
export const wireMutation = z.object({
  c: z.uuid(),
  s: z.int().positive(),
  /** A mutation must not have the name of a return-to-shelf task, although such names have the same format. */
  m: z.uuid().refine((m) => shelfTaskOfName(m) === null),
  n: z.string().max(60),
  nv: z.int().positive(),
  a: z.record(z.string(), z.unknown()),
  base,
  /**
   * The recorded line as the server last sent it, by the keys of `base`. The difference between the record and this line is what the picker took or
   * put back. Older tablets leave it out.
   */
  seen: z.record(z.string().max(80), lineFacts).optional(),
  actor_id: z.int().positive(),
  /** True if somebody else had signed in on the tablet, and the person identified themself by PIN. */
  asserted: z.boolean(),
  at: z.string().max(40),
});
export type WireMutation = z.infer<typeof wireMutation>;

/**
 * The sync cursor of a tablet. The tablet sends it back unchanged and reads only `epoch` and `v`. During a full pull `v` keeps its value from the
 * first page, and the server adds the keys that it needs to continue.
 */
export const syncCursor = z.looseObject({ epoch: z.string(), scope: z.string(), v: count });
export type Cursor = z.infer<typeof syncCursor>;

/** The name of an epoch: the number of earlier epochs, followed by random hex digits; the first epoch's name has no number. */
export const epochName = z.string().regex(/^(?:\d{1,9}-)?[0-9a-f]{32}$/);

/** Client id → the sequence number of its last mutation that has an outcome. */
const lastMutations = z.record(z.string(), count);
export type LastMutations = z.infer<typeof lastMutations>;

/**
 * The server's signed confirmation that it has a client's mutations up to `s`. If it is sent back after a restore, it proves that the server had
 * these mutations.
 */
export const acknowledgement = z.object({ c: z.uuid(), s: z.int().positive(), sig: z.string().max(64) });
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** The protocol version, which the server reads first: a tablet with another protocol must update, whatever else it sent. */
export const envelopeVersion = z.looseObject({ pv: z.int() });

/** One request may ask about at most this many clients; a tablet makes a new client at each start. */
const MAX_CLIENTS = 5_000;

/** 256 bits in lower-case hex, with which a tablet proves its device identity. */
export const deviceSecret = z.string().regex(/^[0-9a-f]{64}$/);

export const syncRequest = z.object({
  pv: z.literal(PROTOCOL_VERSION),
  device: z.uuid(),
  device_name: z.string().trim().max(60).optional(),
  secret: deviceSecret,
  /** How many mutations wait on the tablet, those of this request included. */
  pending: count,
  /** Mutations that were lost on this tablet, reported once as an item for the office. `device` is the device identity that was lost with them. */
  lost: z.object({ device: z.uuid(), n: count.transform((n) => Math.min(n, 1_000_000)), since: z.string().max(40).nullable() }).optional(),
  push: z.array(wireMutation).max(BATCH_LIMIT),
  /** `epoch` is the epoch of `lm` if there is no cursor; `asks_last_m` is set once after a new epoch; `ack` is the last acknowledgement received. */
  pull: z.object({
    cursor: syncCursor.extend({ epoch: epochName }).nullable(),
    lm: z.record(z.uuid(), count).refine((lm) => Object.keys(lm).length <= MAX_CLIENTS),
    epoch: epochName.optional(),
    asks_last_m: z.boolean().optional(),
    ack: acknowledgement.optional(),
  }),
});
export type SyncRequest = z.infer<typeof syncRequest>;

export const outcomeKinds = ['applied', 'noop', 'conflict', 'rejected'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** The outcome of one mutation. `server` is what a person needs to see in order to decide. */
export const result = z.object({
  m: z.uuid(),
  s: z.int().positive(),
  outcome: z.enum(outcomeKinds),
  code: z.string().nullable(),
  server: z.record(z.string(), z.unknown()).nullable(),
});
export type Result = z.infer<typeof result>;

/** An outcome that a person still has to look at. `root_m` is the earlier refusal that caused this one, if any. */
const openOutcome = z.object({
  m: z.uuid(),
  n: z.string(),
  outcome: z.enum(outcomeKinds),
  code: z.string().nullable(),
  server: z.record(z.string(), z.unknown()).nullable(),
  at: z.string(),
  root_m: z.uuid().nullish(),
});
export type OpenOutcome = z.infer<typeof openOutcome>;

const haltReasons = ['retry', 'gap', 'fork', 'auth', 'upgrade'] as const;

/**
 * Why the rest of the batch was not processed; processing stopped at the first mutation without a result. `expect` is the sequence
 * number expected from that mutation's client.
 */
export const halt = z.object({ why: z.enum(haltReasons), expect: z.int().positive().nullish() });
export type Halt = z.infer<typeof halt>;

const putAndDel = <T extends z.ZodType>(row: T) => z.object({ put: z.array(row), del: z.array(z.union([z.string(), z.int()])) });

/** The patch as the server writes it; kinds without a change are left out. */
export const patch = z
  .object({
    pick: putAndDel(rowSchemas.pick),
    pick_line: putAndDel(rowSchemas.pick_line),
    wearer: putAndDel(rowSchemas.wearer),
    product: putAndDel(rowSchemas.product),
    style: putAndDel(rowSchemas.style),
    prep_order: putAndDel(rowSchemas.prep_order),
    bag: putAndDel(rowSchemas.bag),
    dispatch: putAndDel(rowSchemas.dispatch),
    error_code: putAndDel(rowSchemas.error_code),
    shipping_service: putAndDel(rowSchemas.shipping_service),
    staff: putAndDel(rowSchemas.staff),
    shelf_task: putAndDel(rowSchemas.shelf_task),
    to_count: putAndDel(rowSchemas.to_count),
    purchase_order: putAndDel(rowSchemas.purchase_order),
    purchase_order_line: putAndDel(rowSchemas.purchase_order_line),
    demand: putAndDel(rowSchemas.demand),
    receipt: putAndDel(rowSchemas.receipt),
    collection: putAndDel(rowSchemas.collection),
  })
  .partial();
export type Patch = z.infer<typeof patch>;

/** The patch as a tablet reads it: a newer server may send kinds and columns that this version does not know. */
const loosePatch = z.record(
  z.string(),
  z.object({ put: z.array(z.record(z.string(), z.unknown())), del: z.array(z.union([z.string(), z.number()])) }),
);
export type LoosePatch = z.infer<typeof loosePatch>;

const answerWith = <T extends z.ZodType>(patchSchema: T) =>
  z.object({
    results: z.array(result),
    halt: halt.nullable(),
    /** Null only if nothing was pulled, because the envelope's version is unknown or the sync client belongs to another device. */
    cursor: syncCursor.nullable(),
    /** True for a page of a full pull, whose pages together replace all rows. */
    full: z.boolean(),
    /** True if more pages follow; `lm` and `outcomes` are valid only on the last page. */
    more: z.boolean(),
    patch: patchSchema,
    lm: lastMutations,
    /** The ids of the mutations in `lm`, if requested and known. If the tablet has a different id for a number, the number was used twice. */
    last_m: z.record(z.string(), z.string()).optional(),
    /** Confirms mutations of the sync client to which the last result belongs, up to the client's last mutation that has an outcome. */
    ack: acknowledgement.optional(),
    /** All open outcomes of this device: an outcome that is missing here is closed. */
    outcomes: z.array(openOutcome),
    now: z.string(),
  });

/** The response as the server writes it. */
export const syncAnswer = answerWith(patch);
export type SyncAnswer = z.infer<typeof syncAnswer>;

/** The response as a tablet reads it. A response that does not match this schema is not from this server. */
export const readAnswer = answerWith(loosePatch);
export type ReadAnswer = z.infer<typeof readAnswer>;

/** One message of the poke stream: the server's current epoch and version. */
export const poke = z.object({ epoch: z.string(), v: count });
export type Poke = z.infer<typeof poke>;
