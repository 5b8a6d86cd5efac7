import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { p95 } from '../measured.ts';
import type { Request } from './load.ts';
import { json, latenciesDuring } from './others.ts';

/** People of the roll-outs, unless another number is given, and the sites at which they work. */
const DEFAULT_PEOPLE = 7500;
const SITES = 120;
/** Styles of the kit. Everybody's size of each of them is on file. */
const STYLES = 3;
/** People whose sizes have to be read, whose orders have to be rehearsed, and whose orders have to be sent in a second. */
const LEAST_PREPARED = 250;
const LEAST_REHEARSED = 1000;
const LEAST_SENT = 50;
/** Milliseconds within which 95 of 100 requests of others are answered meanwhile. */
export const MAX_BESIDE_MS = 50;
/** How many times longer than without a roll-out they may take, where they take more than that anyway. */
export const MAX_BESIDE_TIMES = 1.3;
/** Milliseconds that another person waits after each answer. */
const PAUSE = 50;

/** The people of the roll-outs and the styles that each of them may have. */
export interface Wave {
  ids: number[];
  styles: number[];
}

/** Gives the first client 120 sites with people who may have three styles and have a size of each on file. */
export function addWave(file: string, count = DEFAULT_PEOPLE): Wave {
  const connection = new BetterSqlite(file);
  const now = new Date().toISOString();
  const wave = connection.transaction((): Wave => {
    const skus = connection
      .prepare(
        `select style.id as style_id, min(sku.id) as sku_id from products style join products sku on sku.parent_id = style.id
         where style.parent_id is null and style.deleted_at is null and style.discontinued_at is null and style.is_restricted = 0
           and sku.deleted_at is null and sku.discontinued_at is null and sku.is_restricted = 0
         group by style.id order by style.id limit ?`,
      )
      .all(STYLES) as { style_id: number; sku_id: number }[];
    const set_id = connection.prepare(`insert into clothing_sets (account_id, name, created_at) values (1, 'Wave', ?)`).run(now).lastInsertRowid;
    const offer = connection.prepare('insert into clothing_set_products (clothing_set_id, product_id) values (?, ?)');
    for (const { style_id } of skus) offer.run(set_id, style_id);
    const site = connection.prepare(
      `insert into sites (account_id, name, delivery_address, created_at) select 1, ?, delivery_address, ? from sites where account_id = 1 order by id limit 1`,
    );
    const site_ids = Array.from({ length: SITES }, (_, n) => site.run(`Wave ${n}`, now).lastInsertRowid);
    const person = connection.prepare(
      `insert into users (account_id, role, forenames, surname, employee_number, created_at) values (1, 'employee', 'Wave', ?, ?, ?)`,
    );
    const atSite = connection.prepare('insert into user_sites (user_id, site_id) values (?, ?)');
    const inSet = connection.prepare('insert into user_clothing_sets (user_id, clothing_set_id) values (?, ?)');
    const size = connection.prepare(
      `insert into recorded_sizes (user_id, style_id, account_id, product_id, recorded_by, recorded_at) values (?, ?, 1, ?, ?, ?)`,
    );
    const ids = Array.from({ length: count }, (_, n) => {
      const id = Number(person.run(`Person ${n}`, `WAVE-${n}`, now).lastInsertRowid);
      atSite.run(id, site_ids[n % SITES]);
      inSet.run(id, set_id);
      for (const { style_id, sku_id } of skus) size.run(id, style_id, sku_id, id, now);
      return id;
    });
    return { ids, styles: skus.map(({ style_id }) => style_id) };
  })();
  connection.close();
  return wave;
}

export interface RolloutStep {
  name: string;
  /** People whom the step processes; 0 for a time without any step. */
  people: number;
  seconds: number;
  /** The least number of people that the step has to process in a second. */
  least: number;
  /** Milliseconds within which 95 of 100 requests of others were answered meanwhile: the list of orders, a wearer’s products, and a write. */
  beside: number[];
}

interface Facts {
  id: number;
  is_preparing: boolean;
  is_running: boolean;
  counts: { ready: number; ordered: number };
}

/** Milliseconds for which the requests of others are measured without a roll-out. */
const QUIET = 5000;

/**
 * Makes, rehearses and sends a roll-out for each wearer and one for each site, to all people, while others read the list of orders, read a wearer’s
 * products and write, at a steady rate. The first step is a time without any roll-out.
 */
export async function rolloutSteps(origin: string, headers: Record<string, string>, { ids, styles }: Wave): Promise<RolloutStep[]> {
  const path = '/api/accounts/1/rollouts';
  const ask = async <T>(method: string, at: string, status: number, body?: object): Promise<T> => {
    const response = await fetch(origin + at, { method, headers: { ...headers, ...json }, body: body ? JSON.stringify(body) : null });
    if (response.status !== status) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const until = async (id: number, isDone: (facts: Facts) => boolean): Promise<Facts> => {
    for (;;) {
      const facts = await ask<Facts>('GET', `${path}/${id}`, 200);
      if (isDone(facts)) return facts;
      await setTimeout(250);
    }
  };
  const others: Request[] = [
    { method: 'GET', path: '/api/admin/orders?per_page=25', headers },
    { method: 'GET', path: `/api/employees/${ids[0]}/products`, headers },
    { method: 'POST', path: '/api/profile', headers: { ...headers, ...json }, body: JSON.stringify({ contact_phone: '0113 496 0000' }) },
  ];
  const steps: RolloutStep[] = [];
  const step = async <T>(name: string, least: number, work: () => Promise<T>): Promise<T> => {
    let isOver = false;
    const waits = others.map((request) => latenciesDuring(origin, request, () => isOver, PAUSE));
    const started = performance.now();
    const result = await work().finally(() => {
      isOver = true;
    });
    const seconds = (performance.now() - started) / 1000;
    steps.push({ name, people: least ? ids.length : 0, seconds, least, beside: (await Promise.all(waits)).map(p95) });
    return result;
  };
  await step('no roll-out', 0, () => setTimeout(QUIET));
  for (const order_per of ['wearer', 'site'] as const) {
    const kit = { lines: styles.map((product_id) => ({ product_id, quantity: 1 })) };
    const body = {
      name: `Wave by ${order_per}`,
      deadline: '2099-12-31',
      people: { ids },
      kit,
      order_per,
      client_po_reference: 'WAVE',
      cost_code: 'WAVE',
    };
    const id = await step('made, sizes on file read', LEAST_PREPARED, async () => {
      const made = await ask<Facts>('POST', path, 201, body);
      const { counts } = await until(made.id, ({ is_preparing }) => !is_preparing);
      if (counts.ready !== ids.length) throw new Error(`${counts.ready} of ${ids.length} people have sizes on file.`);
      return made.id;
    });
    const preview = () => ask<{ orders: number }>('POST', `${path}/${id}/preview`, 200, {});
    const { orders } = await step('rehearsed', LEAST_REHEARSED, preview);
    const { counts } = await step(`sent, an order for each ${order_per}`, LEAST_SENT, async () => {
      await ask('POST', `${path}/${id}/submit`, 202, { confirm: orders });
      return until(id, ({ is_running }) => !is_running);
    });
    if (counts.ordered !== ids.length) {
      const { items } = await ask<{ items: { reason: string | null }[] }>('GET', `${path}/${id}/people?status=failed&per_page=1`, 200);
      throw new Error(`${counts.ordered} of ${ids.length} people were ordered for. ${items[0]?.reason}`);
    }
  }
  return steps;
}
