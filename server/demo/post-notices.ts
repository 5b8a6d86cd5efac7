import { noticeAccounts, noticeDownloads, notices } from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import { type StoredFile, storeFile } from '../files/store-file.ts';
import { type DemoWorld, daysAgo } from './demo-world.ts';
import { insertRows } from './insert-rows.ts';

const sizeChart = `Polo size,Chest (in),Chest (cm),Length (cm)
S,36,92,70
M,40,102,72
L,42,107,74
XL,46,117,76
2XL,50,127,78
3XL,54,137,80
4XL,58,147,82
5XL,62,157,84
`;
const lastOrders = `Service,Order by,Delivered by
Parcel,Thursday before the last full week of December,Christmas Eve
48h (NI),Tuesday before the last full week of December,Christmas Eve
Collection,Noon on Christmas Eve,Same day
`;

interface Posted {
  name: string;
  subject: string;
  filename: string;
  text: string;
  days_ago: number;
  /** How many days after today the notice ends; null if it has no end. */
  ends_in: number | null;
  accounts: readonly string[];
}

const posted: readonly Posted[] = [
  {
    name: 'size-chart-polo',
    subject: 'Polo size chart: measure before you order',
    filename: 'polo-size-chart.csv',
    text: sizeChart,
    days_ago: 90,
    ends_in: null,
    accounts: ['Northgate Facilities', 'Harbour Care'],
  },
  {
    name: 'christmas-cut-off',
    subject: 'Last orders before Christmas',
    filename: 'last-orders.csv',
    text: lastOrders,
    days_ago: 4,
    ends_in: 35,
    accounts: ['Northgate Facilities', 'Harbour Care'],
  },
  {
    name: 'northgate-red-fleece',
    subject: 'The red fleece is being discontinued; navy stays',
    filename: 'fleece-stock.csv',
    text: 'Colour,Last order\nRed,While stocks last\nNavy,Continues\n',
    days_ago: 40,
    ends_in: -10,
    accounts: ['Northgate Facilities'],
  },
];

/** Store the files of the notices. Call it before the unit of work. */
export const storeNotices = (data_dir: string): Promise<StoredFile[]> =>
  Promise.all(posted.map(({ text }) => storeFile(data_dir, one(Buffer.from(text)), { kinds: ['csv'], max: 10_000 })));

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Post the notices; the first has been read by the people who run the sites. */
export async function postNotices(world: DemoWorld, files: readonly StoredFile[]): Promise<void> {
  const { db, today } = world;
  const day = (days: number): string => new Date(today.getTime() + days * 86_400_000).toISOString();
  const rows: (typeof notices.$inferInsert)[] = [];
  for (const [i, { name, subject, filename, days_ago, ends_in }] of posted.entries()) {
    const file = files[i];
    const created_at = daysAgo(world, days_ago).toISOString();
    const file_id = file ? await registerFile({ db, now: created_at }, file) : null;
    rows.push({ name, subject, filename, file_id, starts_at: created_at, ends_at: ends_in === null ? null : day(ends_in), created_at });
  }
  const ids = await insertRows(db, notices, rows);
  const { accounts } = world.people;
  await db
    .insert(noticeAccounts)
    .values(
      posted.flatMap((notice, i) =>
        accounts.filter(({ data }) => notice.accounts.includes(data.name)).map(({ id }) => ({ notice_id: ids[i] ?? 0, account_id: id })),
      ),
    );
  const readers = accounts.flatMap(({ people }) => people.filter(({ role }) => role === 'site_admin'));
  await db.insert(noticeDownloads).values(readers.map(({ id }) => ({ notice_id: ids[0] ?? 0, user_id: id, at: day(-60) })));
}
