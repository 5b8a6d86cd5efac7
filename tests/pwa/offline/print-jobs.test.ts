import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PrintJob, printJobKey, printJobUrl, type WaitingPrintJob, withPrintJob } from '../../../pwa/offline/print-job.ts';
import type { PrintingTablet } from '../../../pwa/offline/print-jobs.ts';
import { dispatchLabelsUrl, orderLabelsUrl, pickingListUrl } from '../../../shared/documents/document-urls.ts';
import { limits } from '../../../shared/limits.ts';
import type { ArgsOf } from '../../../shared/sync/mutations.ts';

const KEY = 'kitroom.papers';
const storage = new Map<string, string>();
const openedUrls: string[] = [];
let isOnline: boolean;
const recorded: (readonly ArgsOf<'print.request'>[])[] = [];
const tablet: PrintingTablet = {
  isOnline: () => isOnline,
  recordRequests: async (requests) => {
    recorded.push(requests);
    return { ok: true };
  },
};

/** The print jobs as a newly loaded page has them. */
async function loadPrintJobs() {
  vi.resetModules();
  return await import('../../../pwa/offline/print-jobs.ts');
}

beforeEach(() => {
  storage.clear();
  openedUrls.length = 0;
  isOnline = true;
  recorded.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
  });
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    open: (url: string, target: string, features: string) => openedUrls.push(`${url} ${target} ${features}`),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const list = { what: 'picking_list', uuid: 'u', order_number: '00001' } satisfies PrintJob;
const labels = { what: 'bag_labels', order_id: 4, order_number: '00004', counts: { 7: 2 } } satisfies PrintJob;
const requests: ArgsOf<'print.request'>[] = [{ what: 'picking_list', pick_id: 4 }];
const asStored = () => JSON.parse(storage.get(KEY) ?? '[]') as WaitingPrintJob[];

describe('a document', () => {
  test('is opened at once while the tablet is online, its request is recorded, and nothing waits', async () => {
    const { startPrint, printJobs } = await loadPrintJobs();
    expect(await startPrint(list, requests, tablet)).toEqual({ verdict: { ok: true }, isKept: false });
    expect(openedUrls).toEqual(['/admin/picking/orders/u/download _blank noopener']);
    expect(recorded).toEqual([requests]);
    expect([printJobs.get(), asStored()]).toEqual([[], []]);
  });

  test('waits while the tablet is offline, also after a reload, and its request is recorded at once', async () => {
    isOnline = false;
    const { startPrint } = await loadPrintJobs();
    expect(await startPrint(list, requests, tablet)).toEqual({ verdict: { ok: true }, isKept: true });
    expect([openedUrls, recorded]).toEqual([[], [requests]]);
    const { printJobs } = await loadPrintJobs();
    expect(printJobs.get()).toEqual([{ ...list, at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
  });

  test('waits while the floor of this browser is not open yet', async () => {
    const { startPrint, thisTablet, printJobs } = await loadPrintJobs();
    await startPrint(list, requests, { ...thisTablet, recordRequests: tablet.recordRequests });
    expect([openedUrls, printJobs.get()]).toEqual([[], [expect.objectContaining(list)]]);
  });

  test('that was opened stays on the list until a person confirms that it was printed', async () => {
    storage.set(
      KEY,
      JSON.stringify([
        { ...list, at: '1' },
        { ...labels, at: '2' },
      ]),
    );
    const { printKept, dropPrintJob, printJobs } = await loadPrintJobs();
    const [first] = printJobs.get();
    if (!first) throw new Error('Nothing waits.');
    printKept(first);
    expect(openedUrls).toEqual(['/admin/picking/orders/u/download _blank noopener']);
    expect(printJobs.get()).toEqual([
      { ...list, at: '1', is_opened: true },
      { ...labels, at: '2' },
    ]);
    expect(asStored()).toEqual(printJobs.get());
    dropPrintJob(first);
    expect([printJobs.get(), asStored()]).toEqual([[{ ...labels, at: '2' }], [{ ...labels, at: '2' }]]);
  });

  test('that another tab has stored is kept when this tab stores another document', async () => {
    isOnline = false;
    const { startPrint } = await loadPrintJobs();
    storage.set(KEY, JSON.stringify([{ ...labels, at: '2' }]));
    await startPrint(list, requests, tablet);
    expect(asStored()).toMatchObject([{ what: 'bag_labels' }, { what: 'picking_list' }]);
  });

  test.each(['no list', '{"a": 1}', 'null'])('does not wait if the browser has stored “%s” instead of a list of print jobs', async (text) => {
    storage.set(KEY, text);
    expect((await loadPrintJobs()).printJobs.get()).toEqual([]);
  });

  test.each<[string, unknown]>([
    [
      'storage is full',
      {
        getItem: () => null,
        setItem: () => {
          throw new Error('full');
        },
      },
    ],
    ['there is no storage', undefined],
  ])('waits until the page is closed if %s', async (_name, browserStorage) => {
    vi.stubGlobal('localStorage', browserStorage);
    isOnline = false;
    const { startPrint, printJobs } = await loadPrintJobs();
    await startPrint(list, requests, tablet);
    expect(printJobs.get()).toMatchObject([list]);
  });
});

describe('a print job that joins the waiting print jobs', () => {
  const dispatchLabels = (...dispatch_ids: number[]): PrintJob => ({ what: 'dispatch_labels', dispatch_ids });
  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

  test.each<[string, WaitingPrintJob[], PrintJob, WaitingPrintJob[]]>([
    ['is the first', [], list, [{ ...list, at: '9' }]],
    [
      'comes after the jobs for other documents',
      [{ ...labels, at: '1' }],
      list,
      [
        { ...labels, at: '1' },
        { ...list, at: '9' },
      ],
    ],
    [
      'replaces a waiting job for the same list, in the position of that job',
      [
        { ...list, at: '1' },
        { ...labels, at: '2' },
      ],
      { ...list, order_number: '1' },
      [
        { ...list, order_number: '1', at: '1' },
        { ...labels, at: '2' },
      ],
    ],
    [
      'is a separate job if the waiting job for the same list was already opened',
      [{ ...list, at: '1', is_opened: true }],
      list,
      [
        { ...list, at: '1', is_opened: true },
        { ...list, at: '9' },
      ],
    ],
    [
      'is a separate job for another order',
      [{ ...list, at: '1' }],
      { ...list, uuid: 'w' },
      [
        { ...list, at: '1' },
        { ...list, uuid: 'w', at: '9' },
      ],
    ],
    [
      'is a separate job for the bags of another order',
      [{ ...labels, at: '1' }],
      { ...labels, order_id: 5 },
      [
        { ...labels, at: '1' },
        { ...labels, order_id: 5, at: '9' },
      ],
    ],
    [
      'is a separate job for bags if labels of dispatches wait',
      [{ ...dispatchLabels(1), at: '1' }],
      labels,
      [
        { ...dispatchLabels(1), at: '1' },
        { ...labels, at: '9' },
      ],
    ],
    [
      'updates the counts of the bags in a waiting job for the same order',
      [{ ...labels, counts: { 7: 2, 8: 1 }, at: '1' }],
      { ...labels, counts: { 7: 5 } },
      [{ ...labels, counts: { 7: 5, 8: 1 }, at: '1' }],
    ],
    ['names each dispatch once', [{ ...dispatchLabels(1, 2), at: '1' }], dispatchLabels(2, 3), [{ ...dispatchLabels(1, 2, 3), at: '1' }]],
    [
      'fills the last document up to its limit',
      [{ ...dispatchLabels(...idsFrom(1, limits.labelled_dispatches - 1)), at: '1' }],
      dispatchLabels(901, 902, 903),
      [
        { ...dispatchLabels(...idsFrom(1, limits.labelled_dispatches - 1), 901), at: '1' },
        { ...dispatchLabels(902, 903), at: '9' },
      ],
    ],
    [
      'fills the last document exactly',
      [{ ...dispatchLabels(...idsFrom(1, limits.labelled_dispatches - 1)), at: '1' }],
      dispatchLabels(901),
      [{ ...dispatchLabels(...idsFrom(1, limits.labelled_dispatches - 1), 901), at: '1' }],
    ],
    [
      'does not repeat a dispatch that is in an earlier, full document',
      [
        { ...dispatchLabels(...idsFrom(1, limits.labelled_dispatches)), at: '1' },
        { ...dispatchLabels(901), at: '2' },
      ],
      dispatchLabels(5, 902),
      [
        { ...dispatchLabels(...idsFrom(1, limits.labelled_dispatches)), at: '1' },
        { ...dispatchLabels(901, 902), at: '2' },
      ],
    ],
  ])('%s', (_name, waiting, job, expected) => {
    expect(withPrintJob(waiting, job, '9')).toEqual(expected);
  });
});

test('each print job has the address of its document and a unique key', () => {
  const jobs: PrintJob[] = [list, labels, { what: 'dispatch_labels', dispatch_ids: [3, 4] }];
  expect(jobs.map(printJobUrl)).toEqual([pickingListUrl('u'), orderLabelsUrl(4, { 7: 2 }), dispatchLabelsUrl([3, 4])]);
  const keys = jobs.flatMap((job) => ['1', '2'].map((at) => printJobKey({ ...job, at })));
  expect(new Set(keys).size).toBe(6);
});
