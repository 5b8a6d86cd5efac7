import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { startMailServer } from '../mail/mail-server.ts';
import { median } from '../measured.ts';
import { json, runBesideOthers } from './others.ts';
import { startProduct } from './products.ts';
import type { Askers, Scenario } from './scenarios.ts';

/** Lines of a large purchase order. */
export const PURCHASE_LINES = 500;
/** Seconds within which the supplier has to have the PDF of an approved order, and milliseconds by which an approval may slow down other writes. */
export const MAX_APPROVAL = 2;
export const MAX_APPROVAL_WAIT_MS = 50;
/** Orders whose approval is measured, and orders approved before them to warm up the statements and the drawing threads. */
const APPROVALS = 9;
const WARM_UPS = 3;
/** Milliseconds for which reads and writes are measured while nothing is approved, for comparison. */
const ALONE_MS = 4000;

/** Inserts draft purchase orders with many lines for a supplier with an email address; returns their ids. */
export function addDrafts(file: string, count: number): number[] {
  const connection = new BetterSqlite(file);
  const at = new Date().toISOString();
  const ids = connection.transaction(() => {
    const supplier = connection.prepare('select id from suppliers where archived_at is null order by id limit 1').pluck().get();
    const order = connection.prepare(
      `insert into purchase_orders (our_reference, supplier_id, contact_email, created_at) values (?, ?, 'sales@bench.test', ?)`,
    );
    const lines = connection.prepare(
      `insert into purchase_order_lines (purchase_order_id, product_id, qty_requested, unit_price_tenths)
       select ?, id, 12, 6400 from products where parent_id is not null and deleted_at is null order by id limit ${PURCHASE_LINES} offset ?`,
    );
    return Array.from({ length: count }, (_, n) => {
      const id = Number(order.run(`BENCH-${n}`, supplier, at).lastInsertRowid);
      const { changes } = lines.run(id, n * PURCHASE_LINES);
      if (changes < PURCHASE_LINES) throw new Error(`The data has too few SKUs for ${count} purchase orders`);
      return id;
    });
  })();
  connection.close();
  return ids;
}

/** A scenario that opens a purchase order with many lines. */
export const openingScenario = ({ super: headers }: Askers, id: number): Scenario => ({
  name: `purchase order of ${PURCHASE_LINES} lines`,
  requests: [{ method: 'GET', path: `/api/admin/purchase-orders/${id}`, headers }],
  most_times_slower: 3,
});

export interface ApprovalSpeed {
  /** The median from the request until the mail server has the PDF. */
  seconds: number;
  /** The longest time from the request until the mail server has the PDF. */
  most_seconds: number;
  /** Milliseconds that the slowest other write took during approvals, and without an approval. */
  longest_write: number;
  longest_alone: number;
}

/** Approves large purchase orders while somebody else reads and writes. An approval begins once the mail server has the PDF of the previous order. */
export async function approvalSpeed(data_dir: string, headers: Record<string, string>, ids: readonly number[]): Promise<ApprovalSpeed> {
  let arrived: () => void = () => undefined;
  const mails = await startMailServer({ onReceived: () => arrived() });
  const { origin, stop } = await startProduct(data_dir, { SMTP_URL: mails.url });
  const approve = async (id: number): Promise<number> => {
    const mail = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const started = performance.now();
    const response = await fetch(`${origin}/api/admin/purchase-orders/${id}`, {
      method: 'PUT',
      headers: { ...headers, ...json },
      body: JSON.stringify({ approved: true }),
    });
    if (!response.ok) throw new Error(`The approval was answered with ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    await mail;
    return (performance.now() - started) / 1000;
  };
  try {
    for (const id of ids.slice(0, WARM_UPS)) await approve(id);
    const alone = await runBesideOthers(origin, headers, '/api/admin/purchase-orders', () => setTimeout(ALONE_MS));
    const { result, longest_write } = await runBesideOthers(origin, headers, '/api/admin/purchase-orders', async () => {
      const took: number[] = [];
      for (const id of ids.slice(WARM_UPS)) took.push(await approve(id));
      return took;
    });
    return { seconds: median(result), most_seconds: Math.max(...result), longest_write, longest_alone: alone.longest_write };
  } finally {
    await stop();
    await mails.stop();
  }
}

/** How many drafts the approvals need. */
export const APPROVED_DRAFTS = WARM_UPS + APPROVALS;
