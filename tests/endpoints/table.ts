import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { hashPassword } from '../../server/auth/password.ts';
import { outbox, products, rolloutPeople, syncDevices } from '../../server/db/tables/index.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { mailRolloutJob } from '../../server/rollouts/ask-people.ts';
import { codeOf } from '../auth/code-of.ts';
import { ship } from '../returns/shipped.ts';
import type { Scene } from './scene.ts';

export type CallerName = keyof Scene['callers'];

/** One call. If the call needs a person who is made for it, `by` is this person and replaces the entry's caller. */
export interface Call {
  path: string;
  body?: unknown;
  /** A form with a file, instead of a body. */
  form?: () => FormData;
  by?: Scene['admin'];
}

/** A call that a route accepts, and calls that it refuses. */
export interface Entry {
  by: CallerName;
  /** Makes the records that the call needs. Returns the call. */
  call: (scene: Scene) => Call | Promise<Call>;
  status: number;
  /** Who is refused, and with which status; null if everybody who is signed in may call. A record outside the caller's scope is 404. */
  forbidden: [CallerName, 403 | 404] | null;
  /** Works without a session. */
  is_open?: true;
  /** True for a GET that changes data, because existing callers rely on that change. */
  acts?: true;
  /** A stream: the test ends it once it has the headers of the response. */
  is_stream?: true;
  /** Returns variants of the call with another company's records; each variant gets 404 or 422. */
  foreign?: (scene: Scene, call: Call) => Call[];
}

type Listed = Record<string, Entry>;
const fixedCall = (path: string, body?: unknown) => (): Call => ({ path, ...(body !== undefined && { body }) });

/** A call of the office or the floor: clients get 403. */
const notForClients = (by: CallerName, call: Entry['call'], status = 200): Entry => ({ by, call, status, forbidden: ['admin', 403] });
/** A call about a record of one client company: the other company gets 404. */
const notForStrangers = (call: Entry['call'], status = 200, by: CallerName = 'admin'): Entry => ({ by, call, status, forbidden: ['stranger', 404] });
/** A call about the caller's own records: everybody who is signed in may make it. */
const forAll = (call: Entry['call'], status = 200, by: CallerName = 'admin'): Entry => ({ by, call, status, forbidden: null });

const newView = () => ({ list: 'orders', name: randomUUID(), view: '' });
/** Saves a view of the office. Returns its path. */
const savedView = async ({ callers }: Scene): Promise<string> => {
  const { id } = (await callers.office.post('/api/admin/saved-views', newView())).body;
  return `/api/admin/saved-views/${id}`;
};

const password = 'a fine long password';
/** A PNG of one pixel, in base64. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Returns a form with a file and text fields. */
function formOf(field: string, file: File, texts: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.append(field, file);
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  return form;
}
/** Returns the form of a stock import with one row. */
const stockForm = (sku: string) => (): FormData =>
  formOf('csv', new File([`SKU,Count\n${sku},5\n`], 'stock.csv'), { type: 'stock', 'mapping[0]': 'sku', 'mapping[1]': 'count' });
/** Uploads an import, which the server checks. Returns the import's path. */
async function checkedImport({ office, small }: Scene): Promise<string> {
  const response = await office.raw('/api/admin/imports', { method: 'POST', body: stockForm(small.sku)() });
  return `/api/admin/imports/${((await response.json()) as { id: number }).id}`;
}
/** Uploads and runs an import. Returns the import's path. */
async function begunImport(s: Scene): Promise<string> {
  const path = await checkedImport(s);
  await s.office.post(`${path}/run`, {});
  return path;
}
/** Returns a SKU that no product has. */
const newSku = (): string => `N${randomUUID().slice(0, 8).toUpperCase()}`;
const yard = { address_line_1: '2 Mill Lane', postcode: 'LS1 4AP' };

const platform: Listed = {
  'POST /api/auth/login': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: async (s) => {
      const { email } = await s.person('manager', { password_hash: await hashPassword(password) });
      return { path: '/api/auth/login', body: { email, password } };
    },
  },
  'GET /api/auth/demo': { by: 'nobody', is_open: true, forbidden: null, status: 404, call: fixedCall('/api/auth/demo') },
  'GET /api/auth/me': forAll(fixedCall('/api/auth/me')),
  'POST /api/auth/logout': forAll(async (s) => ({ path: '/api/auth/logout', by: await s.signed('manager') })),
  'POST /api/auth/revoke': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: fixedCall('/api/auth/revoke', { token_hash: '0'.repeat(64) }),
  },
  'GET /api/auth/sessions': forAll(fixedCall('/api/auth/sessions')),
  'DELETE /api/auth/sessions': forAll(async (s) => ({ path: '/api/auth/sessions', by: await s.signed('manager') })),
  'DELETE /api/auth/sessions/{id}': notForStrangers(async (s) => {
    const by = await s.signed('manager');
    const { items } = (await by.get('/api/auth/sessions')).body;
    return { path: `/api/auth/sessions/${items[0].id}`, by };
  }),
  'POST /api/auth/forgot-password': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 202,
    call: fixedCall('/api/auth/forgot-password', { email: 'who@example.test' }),
  },
  'POST /api/auth/reset-password': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: async (s) => {
      const { email } = await s.person('manager', { password_hash: await hashPassword(password) });
      await s.anyone.post('/api/auth/forgot-password', { email });
      const [mail] = await s.database.reader
        .select({ text: outbox.text })
        .from(outbox)
        .where(eq(outbox.to, email ?? ''));
      return { path: '/api/auth/reset-password', body: { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1], password: 'another long password' } };
    },
  },
  'POST /api/auth/change-password': forAll(async (s) => ({
    path: '/api/auth/change-password',
    by: await s.signed('manager', { password_hash: await hashPassword(password) }),
    body: { current_password: password, password: 'another long password', password_confirmation: 'another long password' },
  })),
  'POST /api/auth/confirm-email': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: async (s) => {
      const email = `${randomUUID()}@example.test`;
      const by = await s.signed('manager', { password_hash: await hashPassword(password) });
      await by.post('/api/profile', { email, current_password: password });
      const [mail] = await s.database.reader.select({ text: outbox.text }).from(outbox).where(eq(outbox.to, email));
      return { path: '/api/auth/confirm-email', body: { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] } };
    },
  },
  // Only a person with a password can have a second factor.
  'POST /api/auth/totp': {
    by: 'admin',
    status: 200,
    forbidden: ['stranger', 403],
    call: async (s) => ({ path: '/api/auth/totp', by: await s.signed('manager', { password_hash: await hashPassword(password) }) }),
  },
  'PUT /api/auth/totp': {
    by: 'admin',
    status: 200,
    forbidden: ['stranger', 403],
    call: async (s) => {
      const by = await s.signed('manager', { password_hash: await hashPassword(password) });
      const { secret } = (await by.post('/api/auth/totp')).body;
      return { path: '/api/auth/totp', by, body: { code: codeOf(secret, s.now()) } };
    },
  },
  'DELETE /api/auth/totp': {
    by: 'admin',
    status: 200,
    forbidden: null,
    call: async (s) => ({
      path: '/api/auth/totp',
      by: await s.signed('manager', { password_hash: await hashPassword(password) }),
      body: { password },
    }),
  },
  'POST /api/impersonate/take/{id}': notForClients('office', async (s) => ({
    path: `/api/impersonate/take/${s.wearer.id}`,
    by: await s.as('super', { password_hash: await hashPassword(password) }),
    body: { reason: 'They asked for help', password },
  })),
  'GET /api/admin/audit': notForClients('office', fixedCall('/api/admin/audit')),
  'GET /api/admin/day': notForClients('office', fixedCall('/api/admin/day')),
  'GET /api/admin/mail': notForClients('office', fixedCall('/api/admin/mail')),
  'POST /api/admin/mail/again': notForClients('office', fixedCall('/api/admin/mail/again', { ids: [1] })),
  'POST /api/admin/mail/dismiss': notForClients('office', fixedCall('/api/admin/mail/dismiss', { ids: [1] })),
  'GET /files/{hash}': notForStrangers(async (s) => ({ path: `/files/${await s.logo()}` })),
};

const ordering: Listed = {
  'GET /api/orders': { by: 'admin', status: 200, forbidden: ['embroiderer', 403], call: fixedCall('/api/orders') },
  'POST /api/orders': {
    by: 'admin',
    status: 201,
    forbidden: ['picker', 403],
    call: (s) => ({ path: '/api/orders', body: { employees: [s.wearer.id] } }),
    foreign: (s, { path }) => [{ path, body: { employees: [s.wearer.id, s.other.wearer.id] } }],
  },
  'GET /api/orders/{uuid}': notForStrangers(async (s) => ({ path: `/api/orders/${await s.submitted()}` })),
  'PUT /api/orders/{uuid}': {
    ...notForStrangers(async (s) => ({ path: `/api/orders/${await s.draft()}`, body: s.details })),
    foreign: (s, { path }) => [
      { path, body: { ...s.details, delivery_site_id: s.other.site.id } },
      { path: `${path}?submitted=true`, body: { ...s.details, terms: true, delivery_site_id: s.other.site.id } },
    ],
  },
  'DELETE /api/orders/{uuid}': notForStrangers(async (s) => ({ path: `/api/orders/${await s.draft()}` })),
  'POST /api/orders/{uuid}/restore': notForStrangers(async (s) => ({ path: `/api/orders/${await s.draft()}/restore` })),
  'POST /api/orders/{uuid}/cancel': notForStrangers(async (s) => ({ path: `/api/orders/${await s.submitted()}/cancel` })),
  'POST /api/orders/{uuid}/decline': notForStrangers(async (s) => ({
    path: `/api/orders/${await s.requested()}/decline`,
    body: { reason: 'Next year' },
  })),
  'POST /api/orders/{uuid}/withdraw': notForStrangers(async (s) => ({ path: `/api/orders/${await s.requested()}/withdraw` }), 200, 'employee'),
  'GET /api/orders/{uuid}/budgets': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.withLine()).uuid}/budgets` })),
  'GET /api/orders/{uuid}/unavailable-lines': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.withLine()).uuid}/unavailable-lines` })),
  'POST /api/orders/{uuid}/employees': {
    ...notForStrangers(async (s) => ({ path: `/api/orders/${await s.draft()}/employees`, body: { employees: [s.colleague.id] } })),
    foreign: (s, { path }) => [{ path, body: { employees: [s.other.wearer.id] } }],
  },
  'DELETE /api/orders/{uuid}/employees/{employeeId}': {
    ...notForStrangers(async (s) => ({ path: `/api/orders/${await s.draft(s.admin, [s.wearer.id, s.colleague.id])}/employees/${s.colleague.id}` })),
    foreign: (s, { path }) => [{ path: path.replace(/\d+$/, String(s.other.wearer.id)) }],
  },
  'GET /api/orders/{uuid}/employees/{employeeId}/lines': {
    ...notForStrangers(async (s) => ({ path: `/api/orders/${(await s.withLine()).uuid}/employees/${s.wearer.id}/lines` })),
    foreign: (s, { path }) => [{ path: path.replace(/\d+\/lines$/, `${s.other.wearer.id}/lines`) }],
  },
  'POST /api/orders/{uuid}/employees/{employeeId}/lines': {
    ...notForStrangers(
      async (s) => ({
        path: `/api/orders/${await s.draft()}/employees/${s.wearer.id}/lines`,
        body: { lines: [{ product_id: s.medium.id, quantity: 2 }] },
      }),
      201,
    ),
    foreign: (s, { path }) => [
      { path: path.replace(/\d+\/lines$/, `${s.other.wearer.id}/lines`), body: { lines: [{ product_id: s.medium.id, quantity: 2 }] } },
      { path, body: { lines: [{ product_id: s.other.product.id, quantity: 2 }] } },
      { path, body: { lines: [{ product_id: s.medium.id, quantity: 2, budget: s.other.role.id }] } },
    ],
  },
  'PUT /api/orders/{uuid}/employees/{employeeId}/lines/{lineId}': notForStrangers(async (s) => {
    const { uuid, line } = await s.withLine();
    return { path: `/api/orders/${uuid}/employees/${s.wearer.id}/lines/${line}`, body: { qty_requested: 3 } };
  }),
  'PUT /api/orders/{uuid}/lines/{lineId}': {
    ...notForStrangers(async (s) => {
      const { uuid, line } = await s.withLine();
      return { path: `/api/orders/${uuid}/lines/${line}`, body: { notes: 'Long sleeves' } };
    }),
    foreign: (s, { path }) => [
      { path, body: { product_id: s.other.product.id } },
      { path, body: { budget: s.other.role.id } },
    ],
  },
  'POST /api/orders/{uuid}/lines/{lineId}/successor': notForStrangers(async (s) => {
    const { parent, children } = await s.style(['S', 'M'], { name: 'Last Season Jacket' });
    const [old, next] = children;
    await s.clothingSet(s.client.id, { products: [{ product_id: parent.id }], wearers: [s.wearer.id] });
    const { uuid } = await s.withLine();
    const { id } = await s.order(uuid, old?.id);
    await s.office.post(`/api/admin/products/${parent.id}/variations/discontinue`, {
      variations: [old?.id],
      discontinued_at: s.now().slice(0, 10),
      successors: [{ product_id: old?.id, successor_id: next?.id }],
    });
    return { path: `/api/orders/${uuid}/lines/${id}/successor`, body: {} };
  }),
  'DELETE /api/orders/{uuid}/lines/{lineId}': notForStrangers(async (s) => {
    const { uuid, line } = await s.withLine();
    return { path: `/api/orders/${uuid}/lines/${line}` };
  }),
  'DELETE /api/orders/{uuid}/lines': notForStrangers(async (s) => {
    const { uuid, line } = await s.withLine();
    return { path: `/api/orders/${uuid}/lines?ids=${line}` };
  }),
  'GET /api/orders/{uuid}/usual': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.withLine()).uuid}/usual` })),
  'POST /api/orders/{uuid}/usual': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.withLine()).uuid}/usual`, body: {} }), 201),
  'POST /api/orders/{uuid}/employees/{employeeId}/same': notForStrangers(
    async (s) => ({ path: `/api/orders/${(await s.withLine()).uuid}/employees/${s.wearer.id}/same`, body: {} }),
    201,
  ),
  'PUT /api/orders/{uuid}/decoration': notForStrangers(async (s) => ({
    path: `/api/orders/${(await s.withLine()).uuid}/decoration`,
    body: { from: 'Logo', to: 'Logo' },
  })),
  'DELETE /api/orders/{uuid}/products/{productId}': notForStrangers(async (s) => ({
    path: `/api/orders/${(await s.withLine()).uuid}/products/${s.medium.id}`,
  })),
  'POST /api/orders/{uuid}/reorder': notForStrangers(async (s) => ({ path: `/api/orders/${await s.submitted()}/reorder` }), 201),
  'POST /api/orders/{uuid}/split': notForStrangers(async (s) => ({ path: `/api/orders/${await s.mixedDraft()}/split`, body: {} }), 201),
  'POST /api/orders/{uuid}/split/undo': notForStrangers(async (s) => ({ path: `/api/orders/${await s.splitDraft()}/split/undo` })),
  'GET /api/orders/{uuid}/timeline': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.shipped()).uuid}/timeline` })),
};

const returns: Listed = {
  'GET /api/return-reasons': forAll(fixedCall('/api/return-reasons')),
  'GET /api/size-swaps': {
    ...forAll((s) => ({ path: `/api/size-swaps?styles=${s.parent.id}` })),
    forbidden: ['picker', 403],
  },
  'GET /api/orders/{uuid}/returnable': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.shipped()).uuid}/returnable` })),
  'PUT /api/orders/{uuid}/dispatches/{dispatchId}/arrival': notForStrangers(async (s) => {
    const { uuid, id } = await s.shipped();
    return { path: `/api/orders/${uuid}/dispatches/${id}/arrival`, body: { has_arrived: true } };
  }),
  'POST /api/orders/{uuid}/returns': {
    ...notForStrangers(async (s) => {
      const { path, sent } = await s.returnable();
      return { path, body: { lines: [sent], customer_comments: 'Comes up small' } };
    }, 201),
    foreign: (_, { path, body }) => {
      const [line] = (body as { lines: { id: number }[] }).lines;
      return [
        { path, body: { lines: [{ ...line, id: (line?.id ?? 0) - 1 }] } },
        { path: path.replace(/[0-9a-f-]{36}/, randomUUID()), body },
      ];
    },
  },
  'GET /api/orders/{uuid}/lines/{lineId}/exchange-choices': notForStrangers(async (s) => {
    const { uuid, sent } = await s.returnable();
    return { path: `/api/orders/${uuid}/lines/${sent.id}/exchange-choices` };
  }),
  'POST /api/orders/{uuid}/exchanges': {
    ...notForStrangers(async (s) => {
      const { uuid, sent } = await s.returnable();
      return { path: `/api/orders/${uuid}/exchanges`, body: { order_line_id: sent.id, quantity: 1, reason: 'too_small', product_id: s.large.id } };
    }, 201),
    foreign: (s, { path, body }) => {
      const exchange = body as { order_line_id: number };
      return [
        { path, body: { ...exchange, order_line_id: exchange.order_line_id - 1 } },
        { path, body: { ...exchange, product_id: s.other.product.id } },
      ];
    },
  },
  'POST /api/returns/{id}/withdraw': notForStrangers(async (s) => ({ path: `/api/returns/${(await s.returned()).id}/withdraw` })),
  'POST /api/returns/{id}/mail-label': notForStrangers(async (s) => ({ path: `/api/returns/${(await s.returned()).id}/mail-label` })),
  'GET /api/returns': { by: 'admin', status: 200, forbidden: ['picker', 403], call: fixedCall('/api/returns') },
  'GET /api/returns/{id}': notForStrangers(async (s) => ({ path: `/api/returns/${(await s.returned()).id}` })),
  'GET /api/admin/returns': notForClients('office', fixedCall('/api/admin/returns')),
  'GET /api/admin/returns/{id}': notForClients('office', async (s) => ({ path: `/api/admin/returns/${(await s.returned()).id}` })),
  'PUT /api/admin/returns/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/returns/${(await s.returned()).id}`,
    body: { finalise: true, approver_comments: 'As agreed' },
  })),
  'PUT /api/admin/returns/{id}/lines/{lineId}': notForClients('office', async (s) => {
    const { id, line } = await s.returned();
    return { path: `/api/admin/returns/${id}/lines/${line}`, body: { qty_approved: 1, outcome: 'restock' } };
  }),
};

/** Makes an order of the first company. Returns one of its lines, and the body of a request that substitutes the line's SKU. */
const substituted = async (s: Scene, createOrder = s.allocated) => {
  const uuid = await createOrder();
  return {
    line: await s.line(uuid),
    body: {
      account_id: s.client.id,
      from_date: '2026-11-01',
      parent_sku_id: s.parent.id,
      mode: 'substitute',
      substitutions: [{ from_product_id: s.medium.id, product_id: s.large.id }],
    },
  };
};

const substitution: Listed = {
  'GET /api/admin/substitution': notForClients('office', (s) => ({
    path: `/api/admin/substitution?account_id=${s.client.id}&from_date=2026-11-01&parent_sku_id=${s.parent.id}`,
  })),
  'GET /api/admin/substitution/products': notForClients('office', fixedCall('/api/admin/substitution/products?search=SKU&kind=parents')),
  'POST /api/admin/substitution/preview': notForClients('office', async (s) => ({
    path: '/api/admin/substitution/preview',
    body: (await substituted(s)).body,
  })),
  'POST /api/admin/substitution': notForClients('office', async (s) => ({ path: '/api/admin/substitution', body: (await substituted(s)).body })),
  'POST /api/admin/order-lines/{id}/substitute/preview': notForClients('office', async (s) => ({
    path: `/api/admin/order-lines/${(await substituted(s)).line}/substitute/preview`,
    body: { mode: 'replace', product_id: s.large.id },
  })),
  'POST /api/admin/order-lines/{id}/substitute': notForClients('office', async (s) => ({
    path: `/api/admin/order-lines/${(await substituted(s)).line}/substitute`,
    body: { mode: 'substitute', product_id: s.large.id },
  })),
};

const allowancesPath = (s: Scene): string => `/api/accounts/${s.client.id}/allowances`;
const allowanceBody = (employee_role_id: number) => ({
  name: 'Shirts',
  employee_role_id,
  unit: 'items',
  amount: 3,
  covers: { all: true },
  period_months: null,
  anchor: 'fixed',
  starts_on: '2026-01-01',
  when_exceeded: 'warn',
});
const newRole = async (s: Scene): Promise<number> => (await s.employeeRole({ account_id: s.client.id })).id;
const newAllowance = async (s: Scene): Promise<number> => (await s.callers.office.post(allowancesPath(s), allowanceBody(await newRole(s)))).body.id;
/** A call about one allowance. */
const allowanceEntry = (body?: (s: Scene) => Promise<unknown>): Entry =>
  notForStrangers(async (s) => ({ path: `${allowancesPath(s)}/${await newAllowance(s)}`, ...(body && { body: await body(s) }) }));
const allowances: Listed = {
  'GET /api/accounts/{id}/allowances': notForStrangers((s) => ({ path: allowancesPath(s) })),
  'POST /api/accounts/{id}/allowances': notForStrangers(async (s) => ({ path: allowancesPath(s), body: allowanceBody(await newRole(s)) }), 201),
  'POST /api/accounts/{id}/allowances/preview': notForStrangers(async (s) => ({
    path: `${allowancesPath(s)}/preview`,
    body: allowanceBody(await newRole(s)),
  })),
  'GET /api/accounts/{id}/allowances/{allowanceId}': allowanceEntry(),
  'PUT /api/accounts/{id}/allowances/{allowanceId}': allowanceEntry(async (s) => allowanceBody(await newRole(s))),
  'DELETE /api/accounts/{id}/allowances/{allowanceId}': allowanceEntry(),
  'POST /api/accounts/{id}/allowances/{allowanceId}/copy': notForStrangers(
    async (s) => ({ path: `${allowancesPath(s)}/${await newAllowance(s)}/copy`, body: { employee_role_ids: [await newRole(s)] } }),
    201,
  ),
  'GET /api/employees/{id}/allowances': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/allowances` })),
  'POST /api/employees/{id}/allowances/{allowanceId}/extra': notForStrangers(async (s) => {
    const role = await s.employeeRole({ account_id: s.client.id, holders: [s.wearer.id] });
    const { body } = await s.callers.office.post(allowancesPath(s), allowanceBody(role.id));
    return { path: `/api/employees/${s.wearer.id}/allowances/${body.id}/extra`, body: { amount: 1, reason: 'Torn' } };
  }, 201),
};

const kitPath = async (s: Scene): Promise<string> => `/api/accounts/${s.client.id}/employee-roles/${await newRole(s)}/kit`;
const kits: Listed = {
  'GET /api/accounts/{id}/kit-products': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/kit-products` })),
  'GET /api/accounts/{id}/employee-roles/{roleId}/kit': notForStrangers(async (s) => ({ path: await kitPath(s) })),
  'PUT /api/accounts/{id}/employee-roles/{roleId}/kit': notForStrangers(async (s) => ({
    path: await kitPath(s),
    body: { lines: [{ product_id: s.medium.id, quantity: 2 }] },
  })),
};

const replacementsPath = (s: Scene): string => `/api/accounts/${s.client.id}/replacements`;
/** Returns the call that replaces an item whose wear life is over. */
const dueReplacement = async (s: Scene): Promise<Call> => {
  const wearer = await s.person('employee');
  await s.dress(wearer.id);
  await s.database.unitOfWork(async (db) => void (await db.update(products).set({ wear_months: 1 }).where(eq(products.id, s.parent.id))));
  const uuid = await s.draft(s.admin, [wearer.id]);
  await s.order(uuid, s.medium.id, 1, s.admin, wearer.id);
  await s.submit(uuid);
  await ship(s.office, uuid);
  return { path: replacementsPath(s), body: { items: [{ employee_id: wearer.id, product_id: s.medium.id }] } };
};
const replacements: Listed = {
  'GET /api/accounts/{id}/replacements': notForStrangers((s) => ({ path: replacementsPath(s) })),
  'POST /api/accounts/{id}/replacements': notForStrangers(dueReplacement, 201),
};

const starters: Listed = {
  'GET /api/accounts/{id}/starters': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/starters` })),
  'PUT /api/accounts/{id}': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}`, body: { starter_kit: 'ask', dispatch_days: 3 } })),
};

const rolloutsPath = (s: Scene): string => `/api/accounts/${s.client.id}/rollouts`;
const rolloutBody = (s: Scene, id: number) => ({
  name: 'Winter kit',
  deadline: '2999-12-31',
  people: { ids: [id] },
  kit: { lines: [{ product_id: s.parent.id, quantity: 1 }] },
  order_per: 'wearer',
});
/** Makes the draft of a roll-out for a new person without sizes. */
const newRollout = async (s: Scene, kit?: unknown) => {
  const { id, email } = await s.person('employee');
  await s.dress(id);
  const { body } = await s.admin.post(rolloutsPath(s), { ...rolloutBody(s, id), ...(kit !== undefined && { kit }) });
  return { path: `${rolloutsPath(s)}/${body.id}`, person: id, email };
};
const sized = (s: Scene) => ({ lines: [{ product_id: s.medium.id, quantity: 1 }] });
/** A call about one roll-out. */
const rolloutEntry = (end = '', body?: (s: Scene, id: number) => unknown, status = 200, kit?: (s: Scene) => unknown): Entry =>
  notForStrangers(async (s) => {
    const { path, person } = await newRollout(s, kit?.(s));
    return { path: `${path}${end.replace('{person}', String(person))}`, ...(body && { body: body(s, person) }) };
  }, status);
/** Makes a roll-out whose only person could not be ordered for. */
const failedRollout = async (s: Scene): Promise<string> => {
  const { path, person } = await newRollout(s, sized(s));
  await s.database.unitOfWork(
    async (db) => void (await db.update(rolloutPeople).set({ failure: 'Too late' }).where(eq(rolloutPeople.user_id, person))),
  );
  return path;
};
/** The address of a link by which a person of a roll-out chooses sizes. */
const rolloutLink = async (s: Scene): Promise<string> => {
  const { path, email } = await newRollout(s);
  await s.admin.post(`${path}/ask`);
  await runDueJobs(s.services, [mailRolloutJob], new AbortController().signal);
  const [mail] = await s.database.reader
    .select({ text: outbox.text })
    .from(outbox)
    .where(eq(outbox.to, email ?? ''));
  return `/api${/\/rollout-sizes\/[\w-]+/.exec(mail?.text ?? '')?.[0]}`;
};
const byRolloutLink = (call: (s: Scene) => Promise<Call>, status = 200): Entry => ({ by: 'nobody', is_open: true, forbidden: null, status, call });
const rollouts: Listed = {
  'GET /api/accounts/{id}/rollouts': notForStrangers((s) => ({ path: rolloutsPath(s) })),
  'POST /api/accounts/{id}/rollouts': notForStrangers((s) => ({ path: rolloutsPath(s), body: rolloutBody(s, s.wearer.id) }), 201),
  'GET /api/accounts/{id}/rollout-products': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/rollout-products` })),
  'GET /api/accounts/{id}/rollouts/{rolloutId}': rolloutEntry(),
  'PUT /api/accounts/{id}/rollouts/{rolloutId}': rolloutEntry('', rolloutBody),
  'GET /api/accounts/{id}/rollouts/{rolloutId}/people': rolloutEntry('/people'),
  'GET /api/accounts/{id}/rollouts/{rolloutId}/export': rolloutEntry('/export'),
  'GET /api/accounts/{id}/rollouts/{rolloutId}/people/{userId}/sizes': rolloutEntry('/people/{person}/sizes'),
  'PUT /api/accounts/{id}/rollouts/{rolloutId}/people/{userId}': rolloutEntry('/people/{person}', (s) => ({
    lines: [{ line: 0, product_id: s.medium.id }],
  })),
  'POST /api/accounts/{id}/rollouts/{rolloutId}/ask': rolloutEntry('/ask'),
  'POST /api/accounts/{id}/rollouts/{rolloutId}/close': rolloutEntry('/close'),
  'POST /api/accounts/{id}/rollouts/{rolloutId}/preview': rolloutEntry('/preview', () => ({ include_unanswered: true })),
  'POST /api/accounts/{id}/rollouts/{rolloutId}/submit': rolloutEntry('/submit', () => ({ confirm: 1 }), 202, sized),
  'POST /api/accounts/{id}/rollouts/{rolloutId}/retry': notForStrangers(async (s) => ({ path: `${await failedRollout(s)}/retry` }), 202),
  'GET /api/rollout-sizes/{token}': byRolloutLink(async (s) => ({ path: await rolloutLink(s) })),
  'PUT /api/rollout-sizes/{token}': byRolloutLink(async (s) => ({
    path: await rolloutLink(s),
    body: { lines: [{ id: 1, product_id: s.medium.id }] },
  })),
  'GET /api/rollout-sizes/{token}/pictures/{hash}': byRolloutLink(async (s) => ({
    path: `${await rolloutLink(s)}/pictures/${await s.pictureOf(s.small.id)}`,
  })),
};

const rolesPath = (s: Scene): string => `/api/admin/accounts/${s.client.id}/employee-roles`;
/** A call about one employee role. A role of another company gets 404 under the path of this company. */
const employeeRole = (rest = '', body?: unknown): Entry => ({
  ...notForClients('office', async (s) => {
    const { id } = await s.employeeRole({ account_id: s.client.id });
    return { path: `${rolesPath(s)}/${id}${rest}`, ...(body !== undefined && { body }) };
  }),
  foreign: (s, call) => [{ ...call, path: `${rolesPath(s)}/${s.other.role.id}${rest}` }],
});
const employeeRoles: Listed = {
  'GET /api/admin/accounts/{id}/employee-roles': notForClients('office', (s) => ({ path: rolesPath(s) })),
  'POST /api/admin/accounts/{id}/employee-roles': notForClients('office', (s) => ({ path: rolesPath(s), body: { name: 'Crew' } }), 201),
  'GET /api/admin/accounts/{id}/employee-roles/{roleId}': employeeRole(),
  'PUT /api/admin/accounts/{id}/employee-roles/{roleId}': employeeRole('', { name: 'Lead' }),
  'DELETE /api/admin/accounts/{id}/employee-roles/{roleId}': employeeRole(),
  'GET /api/admin/accounts/{id}/employee-roles/{roleId}/people': employeeRole('/people'),
};

const setsPath = (s: Scene): string => `/api/admin/accounts/${s.client.id}/clothing-sets`;
/** A call about one clothing set. A set of another company gets 404 under the path of this company. */
const setOfClient = (rest = '', body?: unknown, status = 200): Entry => ({
  ...notForClients(
    'office',
    async (s) => {
      const { id } = await s.clothingSet(s.client.id, { products: [{ product_id: s.parent.id }] });
      return { path: `${setsPath(s)}/${id}${rest}`, ...(body !== undefined && { body }) };
    },
    status,
  ),
  foreign: (s, call) => [{ ...call, path: `${setsPath(s)}/${s.other.set.id}${rest}` }],
});
/** A call about the contents of one clothing set. */
const inSet = (rest: (s: Scene) => string, body?: (s: Scene) => unknown, status = 200): Entry =>
  notForClients(
    'office',
    async (s) => {
      const { id } = await s.clothingSet(s.client.id, { products: [{ product_id: s.parent.id }] });
      return { path: `/api/admin/clothing-sets/${id}${rest(s)}`, ...(body && { body: body(s) }) };
    },
    status,
  );
const customBody = (product_id: number) => ({ product_id, name: 'Own Polo', price: 1500, colours: [{ name: 'Navy' }], sizes_1: ['S'] });
async function waitingPriceChange(s: Scene) {
  const body = { product_ids: [s.parent.id], field: 'cost', amount: 1, effective_on: '2040-01-01' };
  return { path: `/api/admin/price-changes/${(await s.office.post('/api/admin/price-changes', body)).body.id}` };
}

const clothingSets: Listed = {
  'GET /api/admin/clothing-sets': notForClients('office', fixedCall('/api/admin/clothing-sets')),
  'GET /api/admin/accounts/{id}/clothing-sets': notForClients('office', (s) => ({ path: setsPath(s) })),
  'POST /api/admin/accounts/{id}/clothing-sets': notForClients('office', (s) => ({ path: setsPath(s), body: { name: 'Yard' } }), 201),
  'GET /api/admin/accounts/{id}/clothing-sets/{setId}': setOfClient(),
  'PUT /api/admin/accounts/{id}/clothing-sets/{setId}': setOfClient('', { name: 'Depot' }),
  'DELETE /api/admin/accounts/{id}/clothing-sets/{setId}': setOfClient(),
  'POST /api/admin/accounts/{id}/clothing-sets/{setId}/copy': setOfClient('/copy', { name: 'Copy' }, 201),
  'GET /api/admin/clothing-sets/style-prices': notForClients('office', (s) => ({
    path: `/api/admin/clothing-sets/style-prices?style_id=${s.parent.id}`,
  })),
  'GET /api/admin/clothing-sets/without-successor': notForClients('office', (s) => ({
    path: `/api/admin/clothing-sets/without-successor?ids=${s.small.id}&successors=${s.medium.id}`,
  })),
  'POST /api/admin/clothing-sets/successors': notForClients('office', async (s) => ({
    path: '/api/admin/clothing-sets/successors',
    body: {
      clothing_set_ids: [(await s.clothingSet(s.client.id, { products: [{ product_id: s.small.id }] })).id],
      successors: [{ product_id: s.small.id, successor_id: s.medium.id }],
    },
  })),
  'DELETE /api/admin/clothing-sets/successors': notForClients('office', async (s) => ({
    path: '/api/admin/clothing-sets/successors',
    body: { added: [{ clothing_set_id: (await s.clothingSet(s.client.id, { products: [{ product_id: s.small.id }] })).id, product_id: s.small.id }] },
  })),
  'GET /api/admin/clothing-sets/{id}/people': inSet(() => '/people'),
  'GET /api/admin/clothing-sets/{id}/products': inSet(() => '/products'),
  'POST /api/admin/clothing-sets/{id}/products': {
    ...notForClients(
      'office',
      async (s) => ({
        path: `/api/admin/clothing-sets/${(await s.clothingSet(s.client.id)).id}/products`,
        body: { product_id: s.parent.id, price: 900 },
      }),
      201,
    ),
    foreign: (s, call) => [{ ...call, body: { product_id: s.other.custom.id } }],
  },
  'POST /api/admin/clothing-sets/{id}/products/bulk': inSet(
    () => '/products/bulk',
    (s) => ({ product_ids: [s.parent.id] }),
  ),
  'GET /api/admin/clothing-sets/{id}/products/{productId}': inSet((s) => `/products/${s.parent.id}`),
  'PUT /api/admin/clothing-sets/{id}/products/{productId}': {
    ...inSet(
      (s) => `/products/${s.parent.id}`,
      () => ({ price: 900 }),
    ),
    foreign: (s, call) => [
      { ...call, path: call.path.replace(/\d+$/, String(s.other.custom.id)) },
      { ...call, body: { children: [s.other.product.id] } },
    ],
  },
  'DELETE /api/admin/clothing-sets/{id}/products/{productId}': inSet((s) => `/products/${s.parent.id}`),
  'GET /api/admin/products': { by: 'picker', status: 200, forbidden: ['admin', 403], call: fixedCall('/api/admin/products?search=product') },
  'GET /api/admin/products/{id}': {
    by: 'picker',
    status: 200,
    forbidden: ['admin', 403],
    call: (s) => ({ path: `/api/admin/products/${s.parent.id}?include=children` }),
  },
  'POST /api/admin/products': notForClients('office', () => ({ path: '/api/admin/products', body: { sku: newSku(), name: 'New style' } }), 201),
  'GET /api/admin/products/{id}/variations': {
    by: 'picker',
    status: 200,
    forbidden: ['admin', 403],
    call: (s) => ({ path: `/api/admin/products/${s.parent.id}/variations` }),
  },
  'POST /api/admin/products/{id}/variations': notForClients(
    'office',
    async (s) => ({ path: `/api/admin/products/${(await s.style()).parent.id}/variations`, body: { colours: ['Red'], sizes_1: ['S'] } }),
    201,
  ),
  'POST /api/admin/products/{id}/datasheets': notForClients(
    'office',
    (s) => ({
      path: `/api/admin/products/${s.parent.id}/datasheets`,
      form: () => formOf('file', new File(['%PDF-1.4\nsheet'], 'sheet.pdf'), { name: 'Sheet' }),
    }),
    201,
  ),
  'DELETE /api/admin/datasheets/{id}': notForClients('office', async (s) => {
    const form = formOf('file', new File(['%PDF-1.4\nsheet'], 'sheet.pdf'), { name: 'Sheet' });
    const response = await s.office.raw(`/api/admin/products/${s.small.id}/datasheets`, { method: 'POST', body: form });
    return { path: `/api/admin/datasheets/${((await response.json()) as { id: number }).id}` };
  }),
  'POST /api/admin/products/{id}/image': notForClients('office', (s) => ({
    path: `/api/admin/products/${s.medium.id}/image`,
    form: () => formOf('new_image', new File([Buffer.from(dot, 'base64')], 'dot.png')),
  })),
  'DELETE /api/admin/products/{id}/image': notForClients('office', (s) => ({ path: `/api/admin/products/${s.large.id}/image` })),
  'GET /api/admin/products/{id}/attributes': {
    by: 'picker',
    status: 200,
    forbidden: ['admin', 403],
    call: (s) => ({ path: `/api/admin/products/${s.medium.id}/attributes` }),
  },
  'PUT /api/admin/products/{id}/attributes/{field}': notForClients('office', (s) => ({
    path: `/api/admin/products/${s.medium.id}/attributes/variation_material`,
    body: { value: 'Cotton' },
  })),
  'GET /api/admin/products/{id}/activity': notForClients('picker', (s) => ({ path: `/api/admin/products/${s.parent.id}/activity` })),
  'GET /api/admin/skus/{id}/stock-details': notForClients('picker', (s) => ({ path: `/api/admin/skus/${s.medium.id}/stock-details` })),
  'GET /api/admin/products/{id}/size-run': notForClients('picker', (s) => ({ path: `/api/admin/products/${s.parent.id}/size-run` })),
  'GET /api/admin/products/colours': notForClients('picker', fixedCall('/api/admin/products/colours')),
  'GET /api/admin/products/in-use': notForClients('office', (s) => ({ path: `/api/admin/products/in-use?ids=${s.parent.id},${s.medium.id}` })),
  'GET /api/admin/products/lifecycles': notForClients('picker', (s) => ({
    path: `/api/admin/products/lifecycles?ids=${s.parent.id},${s.medium.id}`,
  })),
  'GET /api/admin/products/matching': notForClients('office', fixedCall('/api/admin/products/matching?search=product')),
  'POST /api/admin/products/bulk': notForClients('office', (s) => ({
    path: '/api/admin/products/bulk',
    body: { ids: [s.parent.id], change: { is_restricted: false } },
  })),
  'POST /api/admin/products/export': notForClients('office', (s) => ({ path: '/api/admin/products/export', body: { ids: [s.parent.id] } })),
  'GET /api/admin/price-changes': notForClients('office', fixedCall('/api/admin/price-changes?status=scheduled')),
  'POST /api/admin/price-changes': notForClients(
    'office',
    (s) => ({ path: '/api/admin/price-changes', body: { product_ids: [s.parent.id], field: 'price', percent: 4, effective_on: '2040-01-01' } }),
    201,
  ),
  'GET /api/admin/price-changes/{id}': notForClients('office', waitingPriceChange),
  'DELETE /api/admin/price-changes/{id}': notForClients('office', waitingPriceChange),
  'GET /api/brands': { by: 'picker', status: 200, forbidden: ['admin', 403], call: fixedCall('/api/brands') },
  'GET /api/categories': { by: 'picker', status: 200, forbidden: ['admin', 403], call: fixedCall('/api/categories') },
  'POST /api/admin/products/{id}/autoformat': notForClients('office', (s) => ({
    path: `/api/admin/products/${s.parent.id}/autoformat`,
    body: { field: 'description', value: '• Warm' },
  })),
  'POST /api/admin/products/{id}/variations/discontinue': notForClients('office', async (s) => {
    const { parent, children } = await s.style(['S']);
    return {
      path: `/api/admin/products/${parent.id}/variations/discontinue`,
      body: { variations: [children[0]?.id], discontinued_at: '2030-01-01' },
    };
  }),
  'POST /api/admin/accounts/{id}/custom-products': {
    ...notForClients(
      'office',
      async (s) => ({
        path: `/api/admin/accounts/${(await s.account({ sku_prefix: `P${randomUUID().slice(0, 5).toUpperCase()}` })).id}/custom-products`,
        body: customBody(s.parent.id),
      }),
      201,
    ),
    foreign: (s, call) => [{ ...call, body: customBody(s.other.custom.id) }],
  },
};

const search: Listed = {
  'GET /api/admin/search': notForClients('office', fixedCall('/api/admin/search?q=1')),
};

const suppliers: Listed = {
  'GET /api/admin/suppliers': notForClients('office', fixedCall('/api/admin/suppliers')),
  'POST /api/admin/suppliers': notForClients(
    'office',
    () => ({ path: '/api/admin/suppliers', body: { name: 'Mill', code: randomUUID().slice(0, 8) } }),
    201,
  ),
  'GET /api/admin/suppliers/{id}': notForClients('office', async (s) => ({ path: `/api/admin/suppliers/${(await s.supplier()).id}` })),
  'PUT /api/admin/suppliers/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/suppliers/${(await s.supplier()).id}`,
    body: { archived: true, version: 1 },
  })),
  'POST /api/admin/suppliers/{id}/comments': notForClients(
    'office',
    async (s) => ({ path: `/api/admin/suppliers/${(await s.supplier()).id}/comments`, body: { comment: 'Rings back on Friday' } }),
    201,
  ),
  'DELETE /api/admin/suppliers/{id}/comments/{commentId}': notForClients('office', async (s) => {
    const comments = `/api/admin/suppliers/${(await s.supplier()).id}/comments`;
    return { path: `${comments}/${(await s.office.post(comments, { comment: 'Sent twice' })).body.id}` };
  }),
  'GET /api/admin/purchase-orders': notForClients('picker', fixedCall('/api/admin/purchase-orders')),
  'POST /api/admin/purchase-orders': notForClients(
    'office',
    async (s) => ({ path: '/api/admin/purchase-orders', body: { supplier_id: (await s.supplier()).id } }),
    201,
  ),
  'GET /api/admin/purchase-orders/{id}': notForClients('picker', async (s) => ({
    path: `/api/admin/purchase-orders/${(await s.purchaseOrder()).id}`,
  })),
  'PUT /api/admin/purchase-orders/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/purchase-orders/${(await s.purchaseOrder()).id}`,
    body: { approved: true },
  })),
  'POST /api/admin/purchase-orders/{id}/send': notForClients('office', async (s) => {
    const one = `/api/admin/purchase-orders/${(await s.purchaseOrder()).id}`;
    await s.office.put(one, { approved: true });
    return { path: `${one}/send` };
  }),
  'POST /api/admin/purchase-orders/{id}/chase': notForClients('office', async (s) => {
    const one = `/api/admin/purchase-orders/${(await s.purchaseOrder()).id}`;
    await s.office.put(one, { approved: true, due_on: '2020-01-01' });
    return { path: `${one}/chase` };
  }),
  'GET /api/admin/purchase-orders/{id}/receipts': notForClients('picker', async (s) => ({
    path: `/api/admin/purchase-orders/${(await s.receivedOrder()).id}/receipts`,
  })),
  'POST /api/admin/purchase-orders/{id}/receipts/{rid}/reverse': notForClients('office', async (s) => {
    const { id, receipt } = await s.receivedOrder();
    return { path: `/api/admin/purchase-orders/${id}/receipts/${receipt}/reverse`, body: { reason: 'Another pallet' } };
  }),
  'POST /api/admin/purchase-orders/{id}/lines': notForClients(
    'office',
    async (s) => ({ path: `/api/admin/purchase-orders/${(await s.purchaseOrder()).id}/lines`, body: {} }),
    201,
  ),
  'PUT /api/admin/purchase-orders/{id}/size-run': notForClients('office', async (s) => ({
    path: `/api/admin/purchase-orders/${(await s.purchaseOrder()).id}/size-run`,
    body: { quantities: [{ product_id: s.medium.id, qty_requested: 4 }] },
  })),
  'PUT /api/admin/purchase-orders/{id}/lines/{lineId}': notForClients('office', async (s) => {
    const { id, line } = await s.purchaseOrder();
    return { path: `/api/admin/purchase-orders/${id}/lines/${line}`, body: { qty_requested: 3, notes: 'In one box' } };
  }),
  'DELETE /api/admin/purchase-orders/{id}/lines/{lineId}': notForClients('office', async (s) => {
    const { id, line } = await s.purchaseOrder();
    return { path: `/api/admin/purchase-orders/${id}/lines/${line}` };
  }),
  'GET /api/admin/supplier-returns': notForClients('office', fixedCall('/api/admin/supplier-returns')),
  'POST /api/admin/supplier-returns': notForClients(
    'office',
    async (s) => ({ path: '/api/admin/supplier-returns', body: { supplier_id: (await s.supplier()).id } }),
    201,
  ),
  'GET /api/admin/supplier-returns/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/supplier-returns/${(await s.supplierReturn()).id}`,
  })),
  'PUT /api/admin/supplier-returns/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/supplier-returns/${(await s.supplierReturn()).id}`,
    body: { approved: true, email: true },
  })),
  'DELETE /api/admin/supplier-returns/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/supplier-returns/${(await s.supplierReturn()).id}`,
  })),
  'GET /api/admin/supplier-returns/{id}/products': notForClients('office', async (s) => ({
    path: `/api/admin/supplier-returns/${(await s.supplierReturn()).id}/products?search=pro`,
  })),
  'POST /api/admin/supplier-returns/{id}/lines': notForClients(
    'office',
    async (s) => ({ path: `/api/admin/supplier-returns/${(await s.supplierReturn()).id}/lines` }),
    201,
  ),
  'PUT /api/admin/supplier-returns/{id}/lines/{lineId}': notForClients('office', async (s) => {
    const { id, line } = await s.supplierReturn();
    return { path: `/api/admin/supplier-returns/${id}/lines/${line}`, body: { qty_requested: 1, reason: 'Faulty zips' } };
  }),
  'DELETE /api/admin/supplier-returns/{id}/lines/{lineId}': notForClients('office', async (s) => {
    const { id, line } = await s.supplierReturn();
    return { path: `/api/admin/supplier-returns/${id}/lines/${line}` };
  }),
  'GET /admin/purchase-orders/{id}/pdf': notForClients('office', async (s) => ({
    path: `/admin/purchase-orders/${(await s.purchaseOrder()).id}/pdf`,
  })),
  'GET /admin/purchase-orders/{id}/receipts/{rid}/pdf': notForClients('picker', async (s) => {
    const { id, receipt } = await s.receivedOrder();
    return { path: `/admin/purchase-orders/${id}/receipts/${receipt}/pdf` };
  }),
  'GET /admin/work-orders/{id}/pdf': notForClients('office', async (s) => ({
    path: `/admin/work-orders/${(await s.purchaseOrder({ work_order: true })).id}/pdf`,
  })),
  'GET /admin/supplier-returns/{id}/confirmation': notForClients('office', async (s) => ({
    path: `/admin/supplier-returns/${(await s.supplierReturn()).id}/confirmation`,
  })),
};

const newEmployee = (s: Scene) => ({ forenames: 'Nell', surname: 'Gray', roles: ['employee'], sites: [s.site.id] });

const newUser = () => ({ forenames: 'Nell', surname: 'Gray', roles: ['warehouse'], email: `${randomUUID()}@kitroom.test` });

const archivedEmployee = async (s: Scene): Promise<number> => (await s.person('employee', { deleted_at: s.now() })).id;

const people: Listed = {
  'GET /api/employees': { by: 'admin', status: 200, forbidden: ['picker', 403], call: fixedCall('/api/employees') },
  'POST /api/employees': {
    by: 'admin',
    status: 201,
    forbidden: ['picker', 403],
    call: (s) => ({ path: '/api/employees', body: newEmployee(s) }),
    foreign: (s, { path }) => [
      { path, body: { ...newEmployee(s), sites: [s.other.site.id] } },
      { path, body: { ...newEmployee(s), employee_roles: [s.other.role.id] } },
      { path, body: { ...newEmployee(s), clothing_sets: [s.other.set.id] } },
    ],
  },
  'POST /api/employees/{id}/invite': notForStrangers(async (s) => {
    const { id } = await s.person('employee', { email: `${randomUUID()}@northgate.test` });
    return { path: `/api/employees/${id}/invite` };
  }),
  'POST /api/employees/{id}/pull': {
    ...notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/pull`, body: { site_id: s.elsewhere.id } })),
    foreign: (s, { path, body }) => [
      { path, body: { site_id: s.other.site.id } },
      { path: `/api/employees/${s.other.wearer.id}/pull`, body },
    ],
  },
  'GET /api/employees/{id}/sessions': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/sessions` })),
  'DELETE /api/employees/{id}/sessions': notForStrangers(async (s) => ({ path: `/api/employees/${(await s.signed('manager')).id}/sessions` })),
  'POST /api/accounts/{id}/employees/{userId}/send-reset': {
    ...notForStrangers(async (s) => ({ path: `/api/accounts/${s.client.id}/employees/${(await s.person('manager')).id}/send-reset` }), 202),
    foreign: (s) => [
      { path: `/api/accounts/${s.client.id}/employees/${s.other.wearer.id}/send-reset` },
      { path: `/api/accounts/${s.other.account.id}/employees/${s.wearer.id}/send-reset` },
    ],
  },
  'GET /api/employees/matching': { by: 'admin', status: 200, forbidden: ['picker', 403], call: fixedCall('/api/employees/matching') },
  'GET /api/admin/accounts/{id}/employees/matching': notForClients('office', (s) => ({
    path: `/api/admin/accounts/${s.client.id}/employees/matching`,
  })),
  'POST /api/employees/bulk': {
    by: 'admin',
    status: 200,
    forbidden: ['office', 403],
    call: (s) => ({ path: '/api/employees/bulk', body: { ids: [s.wearer.id], add: { sites: [s.elsewhere.id] } } }),
    foreign: (s, { path }) => [
      { path, body: { ids: [s.wearer.id], add: { employee_roles: [s.other.role.id] } } },
      { path, body: { ids: [s.wearer.id], remove: { clothing_sets: [s.other.set.id] } } },
    ],
  },
  'POST /api/admin/accounts/{id}/employees/bulk': {
    ...notForClients('office', (s) => ({
      path: `/api/admin/accounts/${s.client.id}/employees/bulk`,
      body: { ids: [s.wearer.id], add: { sites: [s.elsewhere.id] } },
    })),
    foreign: (s, { path }) => [{ path, body: { ids: [s.wearer.id], add: { sites: [s.other.site.id] } } }],
  },
  'GET /api/check-user-name': {
    by: 'admin',
    status: 200,
    forbidden: ['picker', 403],
    call: fixedCall('/api/check-user-name?forenames=Nell&surname=Gray&email=nell@gray.test&number=1'),
    foreign: (s, { path }) => [{ path: `${path}&account_id=${s.other.account.id}` }],
  },
  'GET /api/users/{id}': notForStrangers((s) => ({ path: `/api/users/${s.wearer.id}` })),
  'GET /api/admin/users': notForClients('office', fixedCall('/api/admin/users')),
  'POST /api/admin/users': {
    ...notForClients('office', () => ({ path: '/api/admin/users', body: newUser() }), 201),
    foreign: (s, { path }) => [{ path, body: { ...newUser(), clothing_sets: [s.other.set.id] } }],
  },
  'GET /api/admin/users/{id}': {
    ...notForClients('office', (s) => ({ path: `/api/admin/users/${s.picker.id}` })),
    foreign: (s) => [{ path: `/api/admin/users/${s.other.wearer.id}` }],
  },
  'PUT /api/admin/users/{id}': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/users/${(await s.user('warehouse')).id}`, body: { forenames: 'Nell' } })),
    foreign: (s, { path, body }) => [
      { path, body: { clothing_sets: [s.other.set.id] } },
      { path: `/api/admin/users/${s.other.wearer.id}`, body },
    ],
  },
  'POST /api/admin/users/{id}/invite': notForClients('office', async (s) => ({ path: `/api/admin/users/${(await s.user('warehouse')).id}/invite` })),
  'POST /api/admin/users/{id}/send-reset': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/users/${(await s.user('warehouse')).id}/send-reset` }), 202),
    foreign: (s) => [{ path: `/api/admin/users/${s.other.wearer.id}/send-reset` }],
  },
  'PUT /api/admin/users/{id}/pin': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/users/${(await s.user('warehouse')).id}/pin`, body: { pin: '4711' } })),
    foreign: (s, { body }) => [{ path: `/api/admin/users/${s.other.wearer.id}/pin`, body }],
  },
  'GET /api/admin/users/{id}/sessions': {
    ...notForClients('office', (s) => ({ path: `/api/admin/users/${s.picker.id}/sessions` })),
    foreign: (s) => [{ path: `/api/admin/users/${s.other.wearer.id}/sessions` }],
  },
  'DELETE /api/admin/users/{id}/sessions': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/users/${(await s.as('warehouse')).id}/sessions` })),
    foreign: (s) => [{ path: `/api/admin/users/${s.other.wearer.id}/sessions` }],
  },
  'GET /api/employees/{id}/open': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/open` })),
  'POST /api/employees/{id}/archive': notForStrangers(async (s) => ({ path: `/api/employees/${(await s.person('manager')).id}/archive` })),
  'POST /api/employees/{id}/restore': notForStrangers(async (s) => ({ path: `/api/employees/${await archivedEmployee(s)}/restore` })),
  'POST /api/employees/restore/{id}': notForStrangers(async (s) => ({ path: `/api/employees/restore/${await archivedEmployee(s)}` })),
  'GET /api/employees/restore/{id}': {
    ...notForStrangers(async (s) => ({ path: `/api/employees/restore/${await archivedEmployee(s)}` })),
    acts: true,
  },
  'DELETE /api/employees/{id}': notForClients('office', async (s) => ({ path: `/api/employees/${(await s.person('employee')).id}` })),
  'DELETE /api/admin/users/{id}': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/users/${(await s.user('warehouse')).id}` })),
    foreign: (s) => [{ path: `/api/admin/users/${s.other.wearer.id}` }],
  },
  'DELETE /api/admin/accounts/{id}/employees/{employeeId}': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/accounts/${s.client.id}/employees/${(await s.person('employee')).id}` })),
    foreign: (s) => [{ path: `/api/admin/accounts/${s.client.id}/employees/${s.other.wearer.id}` }],
  },
  'POST /api/admin/accounts/{id}/employees': {
    ...notForClients('office', (s) => ({ path: `/api/admin/accounts/${s.client.id}/employees`, body: newEmployee(s) }), 201),
    foreign: (s, { path }) => [{ path, body: { ...newEmployee(s), sites: [s.site.id, s.other.site.id] } }],
  },
  'GET /api/admin/accounts/{id}/employees/{employeeId}': {
    ...notForClients('office', (s) => ({ path: `/api/admin/accounts/${s.client.id}/employees/${s.wearer.id}` })),
    foreign: (s) => [{ path: `/api/admin/accounts/${s.client.id}/employees/${s.other.wearer.id}` }],
  },
  'PUT /api/admin/accounts/{id}/employees/{employeeId}': {
    ...notForClients('office', async (s) => ({
      path: `/api/admin/accounts/${s.client.id}/employees/${(await s.person('employee')).id}`,
      body: { forenames: 'Nell' },
    })),
    foreign: (s, { path }) => [
      { path, body: { clothing_sets: [s.other.set.id] } },
      { path: `/api/admin/accounts/${s.client.id}/employees/${s.other.wearer.id}`, body: { forenames: 'Nell' } },
    ],
  },
  'GET /api/employees/{id}': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}` })),
  'PUT /api/employees/{id}': {
    ...notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}`, body: { clothing_sets: [s.set.id], employee_roles: [] } })),
    foreign: (s, { path }) => [
      { path, body: { employee_roles: [s.other.role.id] } },
      { path, body: { clothing_sets: [s.set.id, s.other.set.id] } },
      { path, body: { sites: [s.other.site.id] } },
      { path: `/api/employees/${s.other.wearer.id}`, body: { clothing_sets: [] } },
    ],
  },
  'GET /api/employees/{id}/products': {
    ...notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/products` })),
    foreign: (s) => [
      { path: `/api/employees/${s.wearer.id}/products?order=${randomUUID()}` },
      { path: `/api/employees/${s.other.wearer.id}/products` },
    ],
  },
  'GET /api/employees/{id}/issued': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/issued` })),
  'GET /api/employees/{id}/held-items': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/held-items` })),
  'GET /api/accounts/{id}/leavers': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/leavers` })),
  'GET /api/employees/{id}/collections': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/collections` })),
  'POST /api/employees/{id}/collections': notForStrangers(async (s) => {
    const { employee_id, line } = await s.shippedLine();
    return { path: `/api/employees/${employee_id}/collections`, body: { lines: [{ order_line_id: line, quantity: 1 }] } };
  }, 201),
  'GET /api/employees/{id}/collections/{collectionId}': notForStrangers(async (s) => {
    const { employee_id, id } = await s.collection();
    return { path: `/api/employees/${employee_id}/collections/${id}` };
  }),
  'POST /api/admin/collections/{id}/receive': notForClients('office', async (s) => {
    const { id, line } = await s.collection();
    return { path: `/api/admin/collections/${id}/receive`, body: { lines: [{ order_line_id: line, quantity: 1, outcome: 'restock' }] } };
  }),
  'POST /api/admin/collections/{id}/close': notForClients('office', async (s) => ({
    path: `/api/admin/collections/${(await s.collection()).id}/close`,
  })),
  'GET /collections/{id}/slip': notForStrangers(async (s) => ({ path: `/collections/${(await s.collection()).id}/slip` })),
  'GET /api/employees/{id}/holdings': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/holdings` })),
  'GET /api/employees/{id}/budgets': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/budgets` })),
  'GET /api/employees/{id}/changes': {
    by: 'admin',
    status: 200,
    forbidden: ['employee', 403],
    call: (s) => ({ path: `/api/employees/${s.wearer.id}/changes` }),
    foreign: (s) => [{ path: `/api/employees/${s.other.wearer.id}/changes` }],
  },
  'POST /api/employees/{id}/returns': notForStrangers(async (s) => {
    const { sent } = await s.returnable();
    return { path: `/api/employees/${s.wearer.id}/returns`, body: { lines: [sent] } };
  }, 201),
  'GET /returns/{id}/slip': notForStrangers(async (s) => ({ path: `/returns/${(await s.returned()).id}/slip` })),
  'GET /employees/{id}/items-to-return': notForStrangers((s) => ({ path: `/employees/${s.wearer.id}/items-to-return` })),
  'GET /api/employees/{id}/product-search': {
    by: 'admin',
    status: 200,
    forbidden: ['employee', 403],
    call: (s) => ({ path: `/api/employees/${s.wearer.id}/product-search?search=Product` }),
    foreign: (s) => [{ path: `/api/employees/${s.other.wearer.id}/product-search?search=Product` }],
  },
  'GET /api/employees/{id}/products/{productId}/why': {
    by: 'admin',
    status: 200,
    forbidden: ['employee', 403],
    call: (s) => ({ path: `/api/employees/${s.wearer.id}/products/${s.medium.id}/why` }),
    foreign: (s) => [
      { path: `/api/employees/${s.wearer.id}/products/${s.other.product.id}/why` },
      { path: `/api/employees/${s.other.wearer.id}/products/${s.medium.id}/why` },
    ],
  },
  'GET /api/profile': forAll(fixedCall('/api/profile')),
  'POST /api/profile': forAll(fixedCall('/api/profile', { contact_phone: '0113 496 0000' })),
  'GET /api/products': {
    by: 'admin',
    status: 200,
    forbidden: ['picker', 403],
    call: fixedCall('/api/products'),
    foreign: (s) => [{ path: `/api/products?account_id=${s.other.account.id}` }, { path: `/api/products?clothing_set_id=${s.other.set.id}` }],
  },
  'GET /api/accounts/{id}/clothing-sets': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/clothing-sets` })),
  'GET /api/accounts/{id}/clothing-sets/{setId}': {
    ...notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/clothing-sets/${s.set.id}` })),
    foreign: (s) => [
      { path: `/api/accounts/${s.client.id}/clothing-sets/${s.other.set.id}` },
      { path: `/api/accounts/${s.other.account.id}/clothing-sets/${s.other.set.id}` },
    ],
  },
  'PUT /api/accounts/{id}/clothing-sets/{setId}': {
    by: 'office',
    status: 200,
    forbidden: ['admin', 403],
    call: (s) => ({ path: `/api/accounts/${s.client.id}/clothing-sets/${s.set.id}`, body: { excluded_sites: [] } }),
    foreign: (s, { body }) => [
      { path: `/api/accounts/${s.client.id}/clothing-sets/${s.other.set.id}`, body },
      { path: `/api/accounts/${s.client.id}/clothing-sets/${s.set.id}`, body: { excluded_sites: [s.other.site.id] } },
    ],
  },
  'GET /api/products/{id}': {
    ...notForStrangers((s) => ({ path: `/api/products/${s.medium.id}` })),
    foreign: (s) => [{ path: `/api/products/${s.medium.id}?clothing_set_id=${s.other.set.id}` }],
  },
  'GET /api/sites': forAll(fixedCall('/api/sites')),
  'POST /api/sites': {
    by: 'admin',
    status: 201,
    forbidden: ['employee', 403],
    call: fixedCall('/api/sites', { name: 'Second yard', delivery_address: yard }),
    foreign: (s, { path }) => [{ path, body: { name: 'Second yard', delivery_address: yard, account_id: s.other.account.id } }],
  },
  'GET /api/sites/{id}': notForStrangers((s) => ({ path: `/api/sites/${s.site.id}` })),
  'PUT /api/sites/{id}': notForStrangers((s) => ({ path: `/api/sites/${s.site.id}`, body: { contact_name: 'Ida Frost' } })),
  'DELETE /api/sites/{id}': {
    ...notForClients('office', async (s) => ({ path: `/api/sites/${(await s.newSite(s.client.id)).id}` })),
    foreign: (s, { path }) => [{ path: `${path}?move_to=${s.other.site.id}` }],
  },
  'GET /api/accounts/{id}': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}` })),
  'GET /api/accounts/{id}/employee-roles': notForStrangers((s) => ({ path: `/api/accounts/${s.client.id}/employee-roles` })),
  'GET /api/admin/accounts': notForClients('office', fixedCall('/api/admin/accounts')),
  'POST /api/admin/accounts': notForClients('office', fixedCall('/api/admin/accounts', { name: 'New Client' }), 201),
  'GET /api/admin/accounts/{id}': notForClients('office', (s) => ({ path: `/api/admin/accounts/${s.client.id}` })),
  'PUT /api/admin/accounts/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/accounts/${(await s.account()).id}`,
    body: { name: 'Renamed Client', version: 1 },
  })),
  'DELETE /api/admin/accounts/{id}': notForClients('office', async (s) => ({ path: `/api/admin/accounts/${(await s.account()).id}` })),
  'POST /api/admin/accounts/{id}/restore': notForClients('office', async (s) => ({
    path: `/api/admin/accounts/${(await s.account({ deleted_at: s.now() })).id}/restore`,
  })),
  'POST /api/admin/accounts/{id}/copy': notForClients(
    'office',
    async (s) => ({ path: `/api/admin/accounts/${s.client.id}/copy`, body: { name: 'Another Client' } }),
    201,
  ),
  'GET /api/admin/accounts/{id}/open': notForClients('office', (s) => ({ path: `/api/admin/accounts/${s.client.id}/open` })),
  'GET /api/admin/accounts/{id}/setup': notForClients('office', (s) => ({ path: `/api/admin/accounts/${s.client.id}/setup` })),
  'GET /api/admin/accounts/{id}/employees': notForClients('office', (s) => ({ path: `/api/admin/accounts/${s.client.id}/employees` })),
  'GET /api/addresses': forAll(fixedCall('/api/addresses')),
  'DELETE /api/addresses/{id}': notForStrangers(async (s) => ({ path: `/api/addresses/${await s.savedAddress(s.admin.id)}` })),
  'GET /api/postcode': forAll(fixedCall('/api/postcode?postcode=LS1%204AP')),
  'GET /api/dashboards/homepage/shortfall': {
    by: 'admin',
    status: 200,
    forbidden: ['office', 403],
    call: fixedCall('/api/dashboards/homepage/shortfall'),
    foreign: (s, { path }) => [{ path: `${path}?site_id=${s.other.site.id}` }, { path: `${path}?employee_id=${s.other.wearer.id}` }],
  },
  'GET /api/orders/waiting': { by: 'admin', status: 200, forbidden: ['office', 403], call: fixedCall('/api/orders/waiting') },
  'GET /api/dashboards/homepage/graphs/{graph}': {
    by: 'admin',
    status: 200,
    forbidden: ['employee', 403],
    call: fixedCall('/api/dashboards/homepage/graphs/sbs'),
    foreign: (s) => [
      { path: `/api/dashboards/homepage/graphs/sbs?site_id=${s.other.site.id}` },
      { path: `/api/dashboards/homepage/graphs/sbp?employee_id=${s.other.wearer.id}` },
      { path: `/api/dashboards/homepage/graphs/uas?site_id=${s.other.site.id}` },
      { path: `/api/dashboards/homepage/graphs/uss?employee_id=${s.other.wearer.id}` },
    ],
  },
  'GET /api/notifications': forAll(fixedCall('/api/notifications')),
  'GET /api/notifications/stream': { ...forAll(fixedCall('/api/notifications/stream')), is_stream: true },
  'GET /api/admin/notices': notForClients('office', fixedCall('/api/admin/notices?include=sites,accounts')),
  'POST /api/admin/notices': notForClients('office', fixedCall('/api/admin/notices', { name: 'sizes', subject: 'Sizes' }), 201),
  'GET /api/admin/notices/{id}': notForClients('office', async (s) => ({ path: `/api/admin/notices/${await s.notice()}` })),
  'PUT /api/admin/notices/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/notices/${await s.notice()}`,
    body: { subject: 'Sizes of 2027' },
  })),
  'DELETE /api/admin/notices/{id}': notForClients('office', async (s) => ({ path: `/api/admin/notices/${await s.notice()}` })),
  'GET /api/admin/imports': notForClients('office', fixedCall('/api/admin/imports?type=stock')),
  'POST /api/admin/imports': notForClients('office', (s) => ({ path: '/api/admin/imports', form: stockForm(s.small.sku) }), 201),
  'POST /admin/imports': notForClients('office', (s) => ({ path: '/admin/imports', form: stockForm(s.small.sku) }), 201),
  'POST /api/admin/imports/preview': notForClients('office', (s) => ({ path: '/api/admin/imports/preview', form: stockForm(s.small.sku) })),
  'GET /api/admin/imports/{id}': notForClients('office', async (s) => ({ path: await checkedImport(s) })),
  'GET /api/admin/imports/{id}/log.csv': notForClients('office', async (s) => ({ path: `${await checkedImport(s)}/log.csv` })),
  'POST /api/admin/imports/{id}/fixes': notForClients('office', async (s) => ({
    path: `${await checkedImport(s)}/fixes`,
    body: { row: 2, column: 1, value: '6' },
  })),
  'POST /api/admin/imports/{id}/run': notForClients('office', async (s) => ({ path: `${await checkedImport(s)}/run`, body: {} }), 202),
  'POST /api/admin/imports/{id}/stop': notForClients('office', async (s) => ({ path: `${await begunImport(s)}/stop` })),
  'POST /api/admin/imports/{id}/rollback': notForClients('office', async (s) => {
    const path = await begunImport(s);
    await s.office.post(`${path}/stop`);
    return { path: `${path}/rollback` };
  }),
  'GET /api/admin/import-mappings': notForClients('office', fixedCall('/api/admin/import-mappings?type=stock')),
  'DELETE /api/admin/import-mappings/{id}': notForClients('office', async (s) => {
    const form = stockForm(s.small.sku)();
    form.append('mapping_name', newSku());
    await s.office.raw('/api/admin/imports', { method: 'POST', body: form });
    const [mapping] = (await s.office.get('/api/admin/import-mappings')).body.items;
    return { path: `/api/admin/import-mappings/${mapping.id}` };
  }),
  'GET /api/admin/api-tokens': notForClients('office', fixedCall('/api/admin/api-tokens')),
  'POST /api/admin/api-tokens': notForClients('office', fixedCall('/api/admin/api-tokens', { name: 'Payroll', scopes: ['imports'] }), 201),
  'DELETE /api/admin/api-tokens/{id}': notForClients('office', async (s) => {
    const { body } = await s.office.post('/api/admin/api-tokens', { name: 'Payroll', scopes: ['imports'] });
    return { path: `/api/admin/api-tokens/${body.id}` };
  }),
  'GET /api/admin/saved-views': notForClients('office', fixedCall('/api/admin/saved-views')),
  'POST /api/admin/saved-views': notForClients('office', () => ({ path: '/api/admin/saved-views', body: newView() }), 201),
  'PUT /api/admin/saved-views/{id}': notForClients('office', async (s) => ({ path: await savedView(s), body: { view: 'late=1' } })),
  'DELETE /api/admin/saved-views/{id}': notForClients('office', async (s) => ({ path: await savedView(s) })),
  'GET /api/notices': { by: 'admin', status: 200, forbidden: ['picker', 403], call: fixedCall('/api/notices') },
  'PUT /api/notifications/{id}': notForStrangers(async (s) => ({
    path: `/api/notifications/${await s.notification(s.admin.id)}`,
    body: { mark_as_read: true },
  })),
};

const officeOf = (uuid: string, rest = ''): string => `/api/admin/orders/${uuid}${rest}`;
const office: Listed = {
  'GET /api/admin/stock': notForClients('picker', (s) => ({ path: `/api/admin/stock?sku=${s.medium.sku}` })),
  'GET /api/admin/stock/skus': notForClients('picker', fixedCall('/api/admin/stock/skus')),
  'GET /api/admin/stock/skus/{id}': notForClients('picker', (s) => ({ path: `/api/admin/stock/skus/${s.medium.id}` })),
  'GET /api/admin/stock/skus/{id}/ledger': notForClients('picker', (s) => ({ path: `/api/admin/stock/skus/${s.medium.id}/ledger` })),
  'POST /api/admin/stock/skus/{id}/adjustments': {
    by: 'office',
    call: (s) => ({ path: `/api/admin/stock/skus/${s.medium.id}/adjustments`, body: { qty: 1, reason: 'Found behind the racking' } }),
    status: 201,
    forbidden: ['picker', 403],
  },
  'POST /api/admin/stock/counts': notForClients('picker', (s) => ({
    path: '/api/admin/stock/counts',
    body: { counts: [{ product_id: s.medium.id, on_shelf: 5 }] },
  })),
  'POST /api/admin/stock/skus/{id}/count-requests': notForClients(
    'picker',
    (s) => ({ path: `/api/admin/stock/skus/${s.medium.id}/count-requests` }),
    201,
  ),
  'GET /api/admin/stock/to-count': notForClients('picker', fixedCall('/api/admin/stock/to-count')),
  'GET /api/admin/stock/checks': notForClients('picker', fixedCall('/api/admin/stock/checks')),
  'PUT /api/admin/products/{id}': notForClients('office', (s) => ({
    path: `/api/admin/products/${s.medium.id}`,
    body: { field: 'qty_available', value: 9_999 },
  })),
  'GET /api/admin/orders': notForClients('office', fixedCall('/api/admin/orders')),
  'GET /api/admin/orders/matching': notForClients('office', fixedCall('/api/admin/orders/matching?stage=requires_allocation')),
  'POST /api/admin/orders/actions': notForClients('office', async (s) => ({
    path: '/api/admin/orders/actions',
    body: { action: 'allocate', orders: [await s.submitted()] },
  })),
  'POST /api/admin/orders/release-plan': notForClients('office', async (s) => ({
    path: '/api/admin/orders/release-plan',
    body: { orders: [await s.allocated()] },
  })),
  'GET /api/admin/orders/counts': notForClients('office', fixedCall('/api/admin/orders/counts')),
  'GET /api/admin/orders/{uuid}/fulfilment': notForClients('office', async (s) => ({ path: `/api/admin/orders/${await s.submitted()}/fulfilment` })),
  'GET /api/admin/orders/{uuid}/timeline': notForClients('office', async (s) => ({ path: `/api/admin/orders/${await s.submitted()}/timeline` })),
  'POST /api/admin/orders': {
    ...notForClients('office', (s) => ({ path: '/api/admin/orders', body: { account_id: s.client.id, employees: [s.wearer.id] } }), 201),
    foreign: (s, { path }) => [{ path, body: { account_id: s.client.id, employees: [s.other.wearer.id] } }],
  },
  'PUT /api/admin/orders/{uuid}': {
    ...notForClients('office', async (s) => ({ path: officeOf(await s.submitted()), body: { is_frozen: true, frozen_reason: 'Credit stop' } })),
    foreign: (s, { path }) => [{ path, body: { delivery_site_id: s.other.site.id } }],
  },
  'PUT /api/admin/orders/{uuid}/update': {
    ...notForClients('office', async (s) => ({ path: officeOf(await s.submitted(), '/update'), body: { is_sample: true } })),
    foreign: (s, { path }) => [
      { path, body: { delivery_site_id: s.other.site.id } },
      { path, body: { requester_id: s.other.wearer.id } },
    ],
  },
  'DELETE /api/admin/orders/{uuid}': notForClients('office', async (s) => ({ path: officeOf(await s.submitted()) })),
  'POST /api/admin/orders/{uuid}/lines': {
    ...notForClients(
      'office',
      async (s) => ({ path: officeOf(await s.submitted(), '/lines'), body: { employee_id: s.wearer.id, product_id: s.small.id, quantity: 1 } }),
      201,
    ),
    foreign: (s, { path }) => [
      { path, body: { employee_id: s.other.wearer.id, product_id: s.small.id, quantity: 1 } },
      { path, body: { employee_id: s.wearer.id, product_id: s.small.id, quantity: 1, budget: s.other.role.id } },
    ],
  },
  'GET /api/admin/order-lines/{id}': notForClients('office', async (s) => ({ path: `/api/admin/order-lines/${(await s.withLine()).line}` })),
  'PUT /api/admin/order-lines/{id}': {
    ...notForClients('office', async (s) => ({ path: `/api/admin/order-lines/${(await s.withLine()).line}`, body: { qty_requested: 4 } })),
    foreign: (s, { path }) => [
      { path, body: { employee_id: s.other.wearer.id } },
      { path, body: { budget: s.other.role.id } },
    ],
  },
  'PUT /api/admin/orders/{uuid}/lines/{lineId}/allocation': notForClients('office', async (s) => {
    const uuid = await s.submitted();
    return { path: officeOf(uuid, `/lines/${await s.line(uuid)}/allocation`), body: { qty_allocated: 1 } };
  }),
  'GET /api/admin/allocation-runs': notForClients('office', fixedCall('/api/admin/allocation-runs')),
  'POST /api/admin/allocation-runs': notForClients('office', fixedCall('/api/admin/allocation-runs', { rule: 'oldest', is_preview: true }), 202),
  'GET /api/admin/allocation-runs/{id}': notForClients('office', async (s) => ({ path: `/api/admin/allocation-runs/${await s.run()}` })),
  'GET /api/admin/allocation-runs/{id}/orders': notForClients('office', async (s) => ({
    path: `/api/admin/allocation-runs/${await s.run()}/orders`,
  })),
  'GET /api/admin/allocation-runs/{id}/release-plan': notForClients('office', async (s) => ({
    path: `/api/admin/allocation-runs/${await s.run({ is_done: true })}/release-plan`,
  })),
  'POST /api/admin/allocation-runs/{id}/apply': notForClients(
    'office',
    async (s) => ({ path: `/api/admin/allocation-runs/${await s.run({ is_done: true })}/apply` }),
    202,
  ),
  'POST /api/admin/allocation-runs/{id}/stop': notForClients('office', async (s) => ({ path: `/api/admin/allocation-runs/${await s.run()}/stop` })),
  'POST /api/admin/allocation-runs/{id}/resume': notForClients('office', async (s) => ({
    path: `/api/admin/allocation-runs/${await s.run()}/resume`,
  })),
  'POST /api/admin/orders/{uuid}/allocate-all': notForClients('office', async (s) => ({ path: officeOf(await s.submitted(), '/allocate-all') })),
  'GET /api/admin/orders/{uuid}/allocate-all': {
    ...notForClients('office', async (s) => ({ path: officeOf(await s.submitted(), '/allocate-all') })),
    acts: true,
  },
  'POST /api/admin/orders/{uuid}/allocate': notForClients('office', async (s) => ({ path: officeOf(await s.allocated(), '/allocate') })),
  'GET /api/admin/orders/{uuid}/allocate': {
    ...notForClients('office', async (s) => ({ path: officeOf(await s.allocated(), '/allocate') })),
    acts: true,
  },
  'POST /api/admin/orders/{uuid}/reopen': notForClients('office', async (s) => ({
    path: officeOf(await s.booked(), '/reopen'),
    body: { reason: 'Wrong size' },
  })),
  'POST /api/admin/orders/{uuid}/set-as-allocated': notForClients('office', async (s) => ({
    path: officeOf((await s.dispatched()).uuid, '/set-as-allocated'),
  })),
  'GET /api/admin/tablets': notForClients('office', fixedCall('/api/admin/tablets')),
  'POST /api/admin/tablets/{device}/retire': notForClients('office', async ({ database, now }) => {
    const device = randomUUID();
    await database.unitOfWork((db) =>
      db.insert(syncDevices).values({ device, secret_hash: 'x', name: null, created_at: now(), last_seen_at: now() }),
    );
    return { path: `/api/admin/tablets/${device}/retire` };
  }),
  'GET /api/admin/attention': notForClients('office', fixedCall('/api/admin/attention')),
  'GET /api/admin/weights/confirmed': notForClients('office', fixedCall('/api/admin/weights/confirmed')),
  'POST /api/admin/attention/{m}/resolve': notForClients('office', async (s) => ({
    path: `/api/admin/attention/${await s.openItem()}/resolve`,
    body: { choice: 'dismiss' },
  })),
  'GET /api/admin/website/categories': notForClients('office', fixedCall('/api/admin/website/categories')),
  'POST /api/admin/website/categories': notForClients('office', () => ({
    path: '/api/admin/website/categories',
    body: [{ id: randomUUID(), url: `/catalogue/${randomUUID()}`, h1: 'Boots', intro: '', custom_category: null, custom_filter: null }],
  })),
  'GET /api/website/categories': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 404,
    call: fixedCall('/api/website/categories?url=/catalogue/nothing'),
  },
  'GET /api/admin/error-codes': notForClients('picker', fixedCall('/api/admin/error-codes')),
  'GET /api/admin/error-codes/{id}': notForClients('picker', async (s) => {
    const { body } = await s.office.post('/api/admin/error-codes', { code: `C-${randomUUID()}`, description: 'Torn' });
    return { path: `/api/admin/error-codes/${body.id}` };
  }),
  'POST /api/admin/error-codes': {
    ...notForClients('office', () => ({ path: '/api/admin/error-codes', body: { code: `C-${randomUUID()}`, description: 'Torn' } }), 201),
    forbidden: ['picker', 403],
  },
  'PUT /api/admin/error-codes/{id}': {
    ...notForClients('office', async (s) => {
      const { body } = await s.office.post('/api/admin/error-codes', { code: `C-${randomUUID()}`, description: 'Torn' });
      return { path: `/api/admin/error-codes/${body.id}`, body: { description: 'Torn at the seam' } };
    }),
    forbidden: ['picker', 403],
  },
};

const pickOf = (uuid: string, rest = ''): string => `/api/admin/picking/orders/${uuid}${rest}`;
const floor: Listed = {
  'GET /api/admin/picking/orders': notForClients('picker', fixedCall('/api/admin/picking/orders')),
  'GET /api/admin/picking/orders/{uuid}': notForClients('picker', async (s) => ({ path: pickOf(await s.released()) })),
  'PUT /api/admin/picking/orders/{uuid}': notForClients('picker', async (s) => ({ path: pickOf(await s.released()), body: { action: 'start' } })),
  'POST /api/admin/picking/orders/{uuid}/pause': notForClients('picker', async (s) => ({ path: pickOf((await s.started()).uuid, '/pause') })),
  'POST /api/admin/picking/orders/{uuid}/handover': notForClients('picker', async (s) => ({ path: pickOf((await s.started()).uuid, '/handover') })),
  'POST /api/admin/picking/orders/{uuid}/move-to-prep': notForClients('picker', async (s) => ({
    path: pickOf((await s.recorded()).uuid, '/move-to-prep'),
  })),
  'PUT /api/admin/picking/lines/{id}': notForClients('picker', async (s) => ({
    path: `/api/admin/picking/lines/${(await s.started()).line}`,
    body: { qty_picked: 1 },
  })),
  'GET /api/admin/prep/orders': notForClients('picker', fixedCall('/api/admin/prep/orders')),
  'GET /api/admin/prep/orders/{uuid}': notForClients('picker', async (s) => ({ path: `/api/admin/prep/orders/${(await s.picked()).uuid}` })),
  'PUT /api/admin/prep/orders/{uuid}': notForClients('picker', async (s) => {
    const { uuid, line } = await s.picked();
    await s.picker.put(`/api/admin/prep/lines/${line}`, { ticked: true });
    return { path: `/api/admin/prep/orders/${uuid}`, body: { prep_completed: true } };
  }),
  'PUT /api/admin/prep/lines/{id}': notForClients('picker', async (s) => ({
    path: `/api/admin/prep/lines/${(await s.picked()).line}`,
    body: { ticked: true },
  })),
  'GET /api/admin/shipping/services': notForClients('picker', fixedCall('/api/admin/shipping/services')),
  'GET /api/admin/shipping/orders': notForClients('picker', fixedCall('/api/admin/shipping/orders')),
  'POST /api/admin/shipping/orders/dispatch': notForClients(
    'picker',
    async (s) => ({ path: '/api/admin/shipping/orders/dispatch', body: { orders: [s.parcel(await s.booked())], consolidated: false } }),
    201,
  ),
  'GET /api/admin/shipping/orders/dispatches': notForClients('picker', fixedCall('/api/admin/shipping/orders/dispatches')),
  'PUT /api/admin/consignments/{trackingNumber}/delivered': {
    ...notForClients('office', async (s) => {
      await s.shipped();
      return { path: '/api/admin/consignments/AB123/delivered', body: {} };
    }),
    forbidden: ['picker', 403],
  },
  'POST /api/admin/shipping/orders/dispatches/delivered': {
    ...notForClients('office', async (s) => ({ path: '/api/admin/shipping/orders/dispatches/delivered', body: { ids: [(await s.shipped()).id] } })),
    forbidden: ['picker', 403],
  },
  'POST /api/admin/shipping/orders/dispatches/not-delivered': {
    ...notForClients('office', async (s) => ({
      path: '/api/admin/shipping/orders/dispatches/not-delivered',
      body: { ids: [(await s.shipped()).id] },
    })),
    forbidden: ['picker', 403],
  },
  'GET /api/admin/shipping/orders/dispatches/{id}': notForClients('picker', async (s) => ({
    path: `/api/admin/shipping/orders/dispatches/${(await s.dispatched()).id}`,
  })),
  'PUT /api/admin/shipping/orders/dispatches/{id}': notForClients('picker', async (s) => ({
    path: `/api/admin/shipping/orders/dispatches/${(await s.dispatched()).id}`,
    body: { total_weight: 7 },
  })),
  'POST /api/sync': notForClients('picker', (s) => ({ path: '/api/sync', body: s.envelope() })),
  'PUT /api/sync/pin': notForClients('picker', async (s) => ({
    path: '/api/sync/pin',
    by: await s.as('warehouse', { password_hash: await hashPassword(password) }),
    body: { pin: '7351', current_password: password },
  })),
  'GET /api/sync/poke': { ...notForClients('picker', () => ({ path: `/api/sync/poke?device=${randomUUID()}` })), is_stream: true },
};

const weeklySales = { report: 'sales-per-month', format: 'csv', every: 'week', day: 1, recipients: ['reports@example.test'] };
const scheduledReport = async (s: Scene): Promise<number> => (await s.callers.office.post('/api/admin/scheduled-reports', weeklySales)).body.id;

const documents: Listed = {
  'GET /notices/{id}/download': notForStrangers(async (s) => ({ path: `/notices/${await s.notice()}/download` })),
  'GET /admin/labels': notForClients('picker', async (s) => ({ path: `/admin/labels?dispatch_ids[]=${(await s.dispatched()).id}` })),
  'GET /orders/{uuid}/dispatch/{id}/delivery-note': notForStrangers(async (s) => {
    const { uuid, id } = await s.shipped();
    return { path: `/orders/${uuid}/dispatch/${id}/delivery-note` };
  }),
  'GET /admin/orders/export': notForClients('office', fixedCall('/admin/orders/export?stage=requires_allocation')),
  'GET /admin/returns/export': notForClients('office', fixedCall('/admin/returns/export?format=xlsx')),
  'GET /admin/shipping/dispatches/export': notForClients('picker', fixedCall('/admin/shipping/dispatches/export')),
  'GET /admin/allocation-runs/export': notForClients('office', fixedCall('/admin/allocation-runs/export')),
  'GET /admin/allocation-runs/{id}/orders/export': notForClients('office', async (s) => ({
    path: `/admin/allocation-runs/${await s.run({ is_done: true })}/orders/export`,
  })),
  'GET /admin/users/export': notForClients('office', fixedCall('/admin/users/export')),
  'GET /admin/accounts/export': notForClients('office', fixedCall('/admin/accounts/export')),
  'GET /admin/accounts/{id}/employees/export': notForClients('office', (s) => ({ path: `/admin/accounts/${s.client.id}/employees/export` })),
  'GET /admin/accounts/{id}/allowances/export': notForClients('office', (s) => ({ path: `/admin/accounts/${s.client.id}/allowances/export` })),
  'GET /admin/accounts/{id}/sites/export': notForClients('office', (s) => ({ path: `/admin/accounts/${s.client.id}/sites/export` })),
  'GET /admin/accounts/{id}/employee-roles/export': notForClients('office', (s) => ({
    path: `/admin/accounts/${s.client.id}/employee-roles/export`,
  })),
  'GET /admin/accounts/{id}/clothing-sets/export': notForClients('office', (s) => ({
    path: `/admin/accounts/${s.client.id}/clothing-sets/export`,
  })),
  'GET /admin/clothing-sets/export': notForClients('office', fixedCall('/admin/clothing-sets/export')),
  'GET /admin/products/export': notForClients('office', fixedCall('/admin/products/export')),
  'GET /admin/skus/export': notForClients('office', fixedCall('/admin/skus/export')),
  'GET /admin/stock/export': notForClients('picker', fixedCall('/admin/stock/export')),
  'GET /admin/stock/{id}/ledger/export': notForClients('picker', (s) => ({ path: `/admin/stock/${s.medium.id}/ledger/export` })),
  'GET /admin/products/{id}/activity/export': notForClients('picker', (s) => ({ path: `/admin/products/${s.parent.id}/activity/export` })),
  'GET /admin/price-changes/export': notForClients('office', fixedCall('/admin/price-changes/export')),
  'GET /admin/suppliers/export': notForClients('office', fixedCall('/admin/suppliers/export')),
  'GET /admin/purchase-orders/export': notForClients('picker', fixedCall('/admin/purchase-orders/export')),
  'GET /admin/purchase-orders/{id}/receipts/export': notForClients('picker', async (s) => ({
    path: `/admin/purchase-orders/${(await s.receivedOrder()).id}/receipts/export`,
  })),
  'GET /admin/supplier-returns/export': notForClients('office', fixedCall('/admin/supplier-returns/export')),
  'GET /admin/notices/export': notForClients('office', fixedCall('/admin/notices/export')),
  'GET /admin/error-codes/export': notForClients('picker', fixedCall('/admin/error-codes/export')),
  'GET /admin/website/categories/export': notForClients('office', fixedCall('/admin/website/categories/export')),
  'GET /admin/imports/export': notForClients('office', fixedCall('/admin/imports/export?type=stock')),
  'GET /admin/mail/export': notForClients('office', fixedCall('/admin/mail/export')),
  'GET /admin/audit/export': notForClients('office', fixedCall('/admin/audit/export')),
  'GET /admin/scheduled-reports/export': notForClients('office', fixedCall('/admin/scheduled-reports/export')),
  'GET /admin/attention/export': notForClients('picker', fixedCall('/admin/attention/export')),
  'GET /admin/weights/confirmed/export': notForClients('office', fixedCall('/admin/weights/confirmed/export')),
  'GET /admin/reports/shortfall/export': notForClients('office', fixedCall('/admin/reports/shortfall/export')),
  'GET /admin/reports/shortfall/{id}/export': notForClients('office', (s) => ({ path: `/admin/reports/shortfall/${s.client.id}/export` })),
  'GET /admin/reports/leavers/export': notForClients('office', fixedCall('/admin/reports/leavers/export')),
  'GET /reports/leavers/export': { by: 'admin', status: 200, forbidden: ['employee', 403], call: () => ({ path: '/reports/leavers/export' }) },
  'GET /admin/reports/allowances/export': notForClients('office', fixedCall('/admin/reports/allowances/export')),
  'GET /reports/allowances/export': { by: 'admin', status: 200, forbidden: ['employee', 403], call: () => ({ path: '/reports/allowances/export' }) },
  'GET /admin/reports/cost-per-head/export': notForClients('office', fixedCall('/admin/reports/cost-per-head/export')),
  'GET /reports/cost-per-head/export': {
    by: 'admin',
    status: 200,
    forbidden: ['employee', 403],
    call: () => ({ path: '/reports/cost-per-head/export' }),
  },
  'GET /admin/reports/orders': notForClients('office', fixedCall('/admin/reports/orders?start=2026-11-01')),
  'GET /reports/orders': {
    by: 'admin',
    call: async (s) => ({ path: `/reports/orders?start=2026-11-01&site=${s.site.id}` }),
    status: 200,
    forbidden: ['stranger', 404],
  },
  'GET /admin/reports/stock-holding/export': notForClients('office', fixedCall('/admin/reports/stock-holding/export?cost=true')),
  'GET /api/admin/reports/shortfall': notForClients('office', fixedCall('/api/admin/reports/shortfall')),
  'POST /api/admin/reports/shortfall': notForClients(
    'office',
    async (s) => {
      const { id } = await s.product({ supplier_id: (await s.supplier()).id });
      return { path: '/api/admin/reports/shortfall', body: { products: [id], join_drafts: true } };
    },
    201,
  ),
  'POST /api/admin/reports/shortfall/preview': notForClients('office', async (s) => {
    const { id } = await s.product({ supplier_id: (await s.supplier()).id });
    return { path: '/api/admin/reports/shortfall/preview', body: { products: [id], quantities: [{ product_id: id, quantity: 2 }] } };
  }),
  'GET /api/admin/reports/shortfall/uncovered': notForClients('office', fixedCall('/api/admin/reports/shortfall/uncovered')),
  'GET /api/admin/reports/shortfall/{accountId}': notForClients('office', (s) => ({ path: `/api/admin/reports/shortfall/${s.client.id}` })),
  'GET /api/admin/reports/reorder': notForClients('office', fixedCall('/api/admin/reports/reorder')),
  'GET /admin/reports/reorder/export': notForClients('office', fixedCall('/admin/reports/reorder/export')),
  'GET /admin/reports/supplier-shortfall/export': notForClients('office', fixedCall('/admin/reports/supplier-shortfall/export?format=csv')),
  'GET /admin/reports/customer-shortfall/export': notForClients('office', fixedCall('/admin/reports/customer-shortfall/export?format=csv')),
  'GET /admin/reports/sales-per-month/export': notForClients('office', fixedCall('/admin/reports/sales-per-month/export')),
  'GET /reports/sales-per-month/export': {
    by: 'admin',
    call: (s) => ({ path: `/reports/sales-per-month/export?site=${s.site.id}` }),
    status: 200,
    forbidden: ['stranger', 404],
  },
  'GET /api/admin/scheduled-reports': notForClients('office', fixedCall('/api/admin/scheduled-reports')),
  'POST /api/admin/scheduled-reports': notForClients('office', fixedCall('/api/admin/scheduled-reports', weeklySales), 201),
  'GET /api/admin/scheduled-reports/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/scheduled-reports/${await scheduledReport(s)}`,
  })),
  'PUT /api/admin/scheduled-reports/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/scheduled-reports/${await scheduledReport(s)}`,
    body: { day: 3 },
  })),
  'POST /api/admin/scheduled-reports/{id}/send': notForClients('office', async (s) => ({
    path: `/api/admin/scheduled-reports/${await scheduledReport(s)}/send`,
  })),
  'DELETE /api/admin/scheduled-reports/{id}': notForClients('office', async (s) => ({
    path: `/api/admin/scheduled-reports/${await scheduledReport(s)}`,
  })),
  'GET /admin/reports/invoice/export': notForClients('office', fixedCall('/admin/reports/invoice/export?start=2026-11-01')),
  'GET /admin/picking/lists': notForClients('picker', async (s) => {
    const { id } = (await s.office.get(`/api/orders/${await s.released()}`)).body;
    return { path: `/admin/picking/lists?orders=${id}` };
  }),
  'GET /admin/picking/orders/{uuid}/download': notForClients('picker', async (s) => ({
    path: `/admin/picking/orders/${await s.released()}/download`,
  })),
};

/** Returns the secret in the size link that was last mailed to this address. */
async function sizeToken(s: Scene, to: string | null): Promise<string> {
  const mails = await s.database.reader
    .select({ text: outbox.text })
    .from(outbox)
    .where(and(eq(outbox.to, to ?? ''), eq(outbox.kind, 'size_request')))
    .orderBy(asc(outbox.id));
  return /\/sizes\/([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Calls of a size link. The link needs no session, and shows the lines of its wearer only. */
const sizes: Listed = {
  'GET /api/sizes/{token}': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: async (s) => {
      await s.unsized();
      return { path: `/api/sizes/${await sizeToken(s, s.wearer.email)}` };
    },
  },
  'PUT /api/sizes/{token}': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: async (s) => {
      const { line } = await s.unsized();
      return { path: `/api/sizes/${await sizeToken(s, s.wearer.email)}`, body: { lines: [{ id: line, product_id: s.small.id }] } };
    },
    foreign: (s, { path, body }) => {
      const [{ id } = { id: 0 }] = (body as { lines: { id: number }[] }).lines;
      return [
        { path, body: { lines: [{ id, product_id: s.other.product.id }] } },
        { path, body: { lines: [{ id: id + 1, product_id: s.small.id }] } },
      ];
    },
  },
  'GET /api/sizes/{token}/pictures/{hash}': {
    by: 'nobody',
    is_open: true,
    forbidden: null,
    status: 200,
    call: async (s) => {
      await s.unsized();
      return { path: `/api/sizes/${await sizeToken(s, s.wearer.email)}/pictures/${await s.pictureOf(s.small.id)}` };
    },
  },
  'GET /api/orders/{uuid}/missing-sizes': notForStrangers(async (s) => ({ path: `/api/orders/${(await s.unsized()).uuid}/missing-sizes` })),
  'POST /api/orders/{uuid}/ask-for-sizes': {
    ...notForStrangers(async (s) => {
      const { uuid } = await s.unsized();
      s.setClock(11);
      return { path: `/api/orders/${uuid}/ask-for-sizes`, body: { employees: [s.wearer.id] } };
    }),
    foreign: (s, { path }) => [{ path, body: { employees: [s.other.wearer.id] } }],
  },
  'GET /api/employees/{id}/sizes': notForStrangers((s) => ({ path: `/api/employees/${s.wearer.id}/sizes` })),
  'PUT /api/employees/{id}/sizes/{styleId}': notForStrangers((s) => ({
    path: `/api/employees/${s.wearer.id}/sizes/${s.parent.id}`,
    body: { product_id: s.small.id },
  })),
  'DELETE /api/employees/{id}/sizes/{styleId}': notForStrangers(async (s) => {
    const path = `/api/employees/${s.wearer.id}/sizes/${s.parent.id}`;
    await s.admin.put(path, { product_id: s.small.id });
    return { path };
  }),
};

/** Every call of the API. The test fails if a route has no entry, or an entry has no route. */
export const table: Listed = {
  ...platform,
  ...ordering,
  ...returns,
  ...substitution,
  ...clothingSets,
  ...allowances,
  ...kits,
  ...replacements,
  ...starters,
  ...rollouts,
  ...employeeRoles,
  ...search,
  ...suppliers,
  ...people,
  ...office,
  ...floor,
  ...documents,
  ...sizes,
};
