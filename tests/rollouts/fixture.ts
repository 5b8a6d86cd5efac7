import { and, asc, eq } from 'drizzle-orm';
import { outbox, recordedSizes } from '../../server/db/tables/index.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { mailRolloutJob } from '../../server/rollouts/ask-people.ts';
import { prepareRolloutJob } from '../../server/rollouts/prepare-people.ts';
import { orderRolloutJob } from '../../server/rollouts/run-rollout.ts';
import { clientFixture } from '../ordering/fixture.ts';

/** A client with people who have sizes on file and people who have none, and the calls of a roll-out. */
export async function rolloutFixture(values: Parameters<typeof clientFixture>[0] = {}) {
  const f = await clientFixture(values);
  f.setClock('2026-11-20T09:00:00.000Z');
  const path = `/api/accounts/${f.client.id}/rollouts`;
  /** A person who may have the style; with a size, it is on file. */
  const wearer = async (size?: number, more: Parameters<typeof f.person>[1] = {}) => {
    const person = await f.person('employee', more);
    await f.dress(person.id);
    if (size !== undefined)
      await f.database.unitOfWork(async (db) => {
        const recorded = { user_id: person.id, style_id: f.parent.id, account_id: f.client.id, product_id: size };
        await db.insert(recordedSizes).values({ ...recorded, recorded_by: f.admin.id, recorded_at: f.now() });
      });
    return person;
  };
  const body = (ids: readonly number[], more: Record<string, unknown> = {}) => ({
    name: 'Winter kit',
    deadline: '2026-12-04',
    people: { ids },
    kit: { lines: [{ product_id: f.parent.id, quantity: 2 }] },
    order_per: 'wearer',
    ...more,
  });
  const create = async (ids: readonly number[], more: Record<string, unknown> = {}, by = f.admin): Promise<number> => {
    const answer = await by.post(path, body(ids, more));
    if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const of = (id: number) => `${path}/${id}`;
  const read = async (id: number) => (await f.admin.get(of(id))).body;
  const people = async (id: number, query = '') => (await f.admin.get(`${of(id)}/people${query}`)).body.items;
  const work = () => runDueJobs(f.services, [prepareRolloutJob, mailRolloutJob, orderRolloutJob], new AbortController().signal);
  const preview = async (id: number, include_unanswered = false) => (await f.admin.post(`${of(id)}/preview`, { include_unanswered })).body;
  /** Sends the orders as the preview says, and waits until they are sent. */
  const send = async (id: number, include_unanswered = false) => {
    const { orders } = await preview(id, include_unanswered);
    const answer = await f.admin.post(`${of(id)}/submit`, { confirm: orders, include_unanswered });
    await work();
    return answer;
  };
  const mails = (email: string | null) =>
    f.database.reader
      .select({ subject: outbox.subject, text: outbox.text })
      .from(outbox)
      .where(and(eq(outbox.kind, 'size_request'), eq(outbox.to, email ?? '')))
      .orderBy(asc(outbox.id));
  const tokenFor = async (email: string | null): Promise<string> => {
    const token = /\/rollout-sizes\/([\w-]+)/.exec((await mails(email)).at(-1)?.text ?? '')?.[1];
    if (!token) throw new Error(`nothing was sent to ${email}`);
    return token;
  };
  const orders = async (): Promise<{ uuid: string; status: string }[]> => (await f.admin.get('/api/orders?per_page=100')).body.items;
  return { ...f, path, wearer, body, create, of, read, people, work, preview, send, mails, tokenFor, orders };
}
