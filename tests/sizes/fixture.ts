import { and, asc, eq } from 'drizzle-orm';
import { outbox } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Answer } from '../world.ts';

export type SizeFixture = Awaited<ReturnType<typeof sizeFixture>>;

/** A client with two wearers of one style, orders without sizes for them, and the emails that request their sizes. */
export async function sizeFixture(values: Parameters<typeof clientFixture>[0] = {}) {
  const fixture = await clientFixture(values);
  const { draft, order, submit, person, dress, parent, wearer, admin, database, client, anyone } = fixture;
  const colleague = await person('employee', { forenames: 'Sam', surname: 'Reed' });
  await dress(colleague.id);

  /** A submitted order of one line without a size for each of these wearers. */
  const unsized = async (wearers = [wearer.id], by = admin): Promise<{ uuid: string; lines: number[] }> => {
    const uuid = await draft(by, wearers);
    const lines: number[] = [];
    for (const id of wearers) lines.push((await order(uuid, parent.id, 2, by, id)).id);
    const { status, body } = await submit(uuid, { confirm_missing_sizes: true }, by);
    if (status !== 200) throw new Error(`not submitted: ${JSON.stringify(body)}`);
    return { uuid, lines };
  };
  /** Emails that request sizes, oldest first. */
  const mails = () =>
    database.reader
      .select({ to: outbox.to, subject: outbox.subject, text: outbox.text, html: outbox.html })
      .from(outbox)
      .where(and(eq(outbox.account_id, client.id), eq(outbox.kind, 'size_request')))
      .orderBy(asc(outbox.id));
  /** The secret of the last link that was sent to an address. */
  const tokenFor = async (email: string | null): Promise<string> => {
    const mail = (await mails()).filter(({ to }) => to === email).at(-1);
    const token = /\/sizes\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (!token) throw new Error(`nothing was sent to ${email}`);
    return token;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  const open = (token: string): Promise<Answer<any>> => anyone.get(`/api/sizes/${token}`);
  const choose = (token: string, lines: { id: number; product_id: number }[], headers?: Record<string, string>) =>
    anyone.put(`/api/sizes/${token}`, { lines }, headers);

  return { ...fixture, colleague, unsized, mails, tokenFor, open, choose };
}
