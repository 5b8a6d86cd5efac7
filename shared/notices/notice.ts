import { z } from 'zod';
import { addDays } from '../add-days.ts';
import { calendarDateFault } from '../calendar-date.ts';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { ukMidnight } from '../uk-time.ts';

const isDay = (text: string): boolean => !calendarDateFault(text);
const isTime = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** A time, or a day that `ofDay` converts to a time. If the text is empty, the period has no limit at this end. */
const period = (ofDay: (day: string) => string) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || isDay(text) || isTime(text), { error: ({ input }) => calendarDateFault(String(input)) })
    .transform((text) => (text === '' ? null : isDay(text) ? ofDay(text) : new Date(text).toISOString()))
    .nullable();

/** Ids of records. A caller may send the whole records instead of their ids. */
const ids = (most: number) =>
  z
    .array(z.union([z.int().positive(), z.object({ id: z.int().positive() }).transform(({ id }) => id)]))
    .max(most)
    .transform((all) => [...new Set(all)]);

/** The fields of a notice that people fill in. */
const noticeFields = z.object({
  name: requiredText(limits.name, messages.name_needed).describe('The office’s own name for it'),
  subject: requiredText(limits.notice_subject, messages.subject_needed).describe('What clients read'),
  starts_at: period(ukMidnight).describe('Empty: at once'),
  ends_at: period((day) => new Date(Date.parse(ukMidnight(addDays(day, 1))) - 1).toISOString()).describe('Empty: for good; a day is included'),
  accounts: ids(limits.notice_accounts).describe('None: all clients'),
  sites: ids(limits.notice_sites).describe('Of a chosen client; none of a client: all its sites'),
  file: z.string().nullable().describe('A new file as a data URL; without one the stored file stays'),
  filename: z.string().max(limits.url).nullable(),
});

export const newNotice = noticeFields.partial().required({ name: true, subject: true });
export type NewNotice = z.infer<typeof newNotice>;
export const noticeChange = noticeFields.extend({ version: z.int() }).partial();
export type NoticeChange = z.infer<typeof noticeChange>;

const assignee = z.object({ id: z.int(), name: z.string(), reference: z.string(), deleted_at: z.string().nullable() });
const assignedSite = z.object({ id: z.int(), name: z.string(), account_id: z.int() });

/** A notice in the office's list. */
export const officeNotice = z.object({
  id: z.int(),
  name: z.string(),
  subject: z.string(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  filename: z.string().nullable(),
  version: z.int(),
  accounts: z.array(assignee).optional().describe('Where `include` asks for them'),
  sites: z.array(assignedSite).optional().describe('Where `include` asks for them'),
});
export type OfficeNotice = z.infer<typeof officeNotice>;

/** A notice with its recipients and with the people who have downloaded it, the latest download first. */
export const noticeDetails = officeNotice.extend({
  accounts: z.array(assignee),
  sites: z.array(assignedSite),
  assignee_counts: z.object({ accounts: z.int(), sites: z.int(), people: z.int() }).describe('Active ones'),
  downloads: z.array(z.object({ id: z.int(), name: z.string(), account: z.string().nullable(), at: z.string() })),
  downloads_count: z.int(),
});
export type NoticeDetails = z.infer<typeof noticeDetails>;
