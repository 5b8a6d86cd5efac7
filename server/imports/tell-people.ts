import { and, eq, inArray, isNull } from 'drizzle-orm';
import { importMessages } from '../../shared/imports/messages.ts';
import type { Db } from '../db/db.ts';
import { users } from '../db/tables/index.ts';
import { type NotificationData, notify } from '../notifications/notify.ts';
import type { ImportRecord } from './import-queries.ts';

type About = Pick<ImportRecord, 'id' | 'file_name' | 'created_rows' | 'changed_rows' | 'archived_rows' | 'failed_rows'>;
interface Now {
  db: Db;
  now: string;
}

const topicOf = (id: number): string => `import:${id}`;

/** Tells the person who began an import that the import has ended, because the person may have left its page. */
export const tellEnd = (ctx: Now, user_id: number, about: About, error: string | null): Promise<void> =>
  notify(
    ctx,
    [user_id],
    {
      title: importMessages.notification.ended(about.file_name, error),
      message: importMessages.notification.counts(about),
      url: `/admin/imports/${about.id}`,
    },
    topicOf(about.id),
  );

/** The reason why an import waits for a person, as the office reads it. */
export const waitsForOffice = (
  { id, file_name, mapping_name }: Pick<ImportRecord, 'id' | 'file_name' | 'mapping_name'>,
  reason: string,
): NotificationData => ({
  title: importMessages.notification.waits(file_name),
  message: importMessages.notification.reason(mapping_name, reason),
  url: `/admin/imports/${id}`,
});

/** Send a notification to everybody in the office about a machine's file; `topic` identifies the file, so that they are notified once. */
export async function tellOffice(ctx: Now, data: NotificationData, topic: string): Promise<void> {
  const office = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, ['super']), isNull(users.deleted_at), eq(users.is_disabled, false)));
  await notify(
    ctx,
    office.map(({ id }) => id),
    data,
    topic,
  );
}
