import { runAllocation } from './allocation/run-allocation.ts';
import { endImpersonationsJob } from './auth/end-impersonations.ts';
import { discontinueJob } from './catalogue/discontinue.ts';
import { priceChangeJob } from './catalogue/price-changes.ts';
import type { Services } from './core/context.ts';
import { gatherStatistics } from './db/gather-statistics.ts';
import { compactOrderTally } from './db/order-tally.ts';
import { compactSpendTally } from './db/spend-tally.ts';
import { bookDispatch } from './dispatch/book-dispatch.ts';
import { takeAnswers } from './dispatch/take-answers.ts';
import { sweepFiles } from './files/sweep-files.ts';
import { checkImportJob } from './imports/check-import.ts';
import { expireImports } from './imports/expire-imports.ts';
import { rollBackJob } from './imports/roll-back.ts';
import { runImportJob } from './imports/run-import.ts';
import { watchFolder } from './imports/watched-folder.ts';
import { expire } from './jobs/expire.ts';
import { type JobKind, recurring } from './jobs/job.ts';
import { startLoop } from './jobs/loop.ts';
import { runDueJobs, standJobs, takeOverJobs } from './jobs/run-jobs.ts';
import { sendDueMail } from './outbox/send-mail.ts';
import { replacementNoticesJob } from './replacements/notify-managers.ts';
import { mailRolloutJob, rolloutRemindersJob } from './rollouts/ask-people.ts';
import { prepareRolloutJob } from './rollouts/prepare-people.ts';
import { orderRolloutJob } from './rollouts/run-rollout.ts';
import { mailReportsJob } from './scheduled-reports/mail-reports.ts';
import { orderKitJob } from './starters/order-kit.ts';

const LOOK_EVERY = 5_000;

/** Analyses the database every night, so that its query plans fit its size. */
const statistics = recurring('statistics', '40 3 * * *', ({ database }) => database.unitOfWork(gatherStatistics));

/** Merges, every ten minutes, the differences that orders have written to the tallies. */
const compactTally = recurring('compact_order_tally', '*/10 * * * *', async ({ database }) => {
  await database.unitOfWork(compactOrderTally);
  await database.unitOfWork(compactSpendTally);
});

/** Every kind of job this process can run. */
export const jobKinds: readonly JobKind[] = [
  runAllocation,
  compactTally,
  discontinueJob,
  endImpersonationsJob,
  expire,
  mailReportsJob,
  orderKitJob,
  priceChangeJob,
  replacementNoticesJob,
  rolloutRemindersJob,
  statistics,
  sweepFiles,
];

/** The jobs that wait for carriers. They have a loop of their own, so that a slow carrier does not delay anything else. */
const carrierJobs = ({ CARRIER_FIRST, CARRIER_SECOND }: Services['settings']): readonly JobKind[] =>
  CARRIER_FIRST === 'manual' && CARRIER_SECOND === 'manual' ? [bookDispatch] : [bookDispatch, takeAnswers];
/** Imports have a loop of their own: a long file does not delay anything else. */
export const importJobs: readonly JobKind[] = [checkImportJob, runImportJob, rollBackJob, watchFolder, expireImports];
/** Roll-outs have a loop of their own: one to thousands of people takes minutes. */
export const rolloutJobs: readonly JobKind[] = [prepareRolloutJob, mailRolloutJob, orderRolloutJob];
/** The number of carriers' jobs that one process runs side by side. */
const CARRIER_LANES = 4;

export interface Background {
  /** An email or a job may have been queued: look for it at once instead of in a few seconds. */
  poke(): void;
  /** Finish the current work and begin nothing more. */
  stop(): Promise<void>;
}

/** Begin to send emails and run jobs beside the requests. If no SMTP server is configured, emails stay in the outbox, where they can be read. */
export async function startBackground(services: Services, kinds: readonly JobKind[] = jobKinds): Promise<Background> {
  const { log, settings } = services;
  await standJobs(services, kinds);
  await takeOverJobs(services, kinds);
  const loops = [startLoop({ name: 'jobs', wait: LOOK_EVERY, log, runOnce: async (signal) => void (await runDueJobs(services, kinds, signal)) })];
  const carriers = carrierJobs(settings);
  await standJobs(services, carriers);
  const lane = (signal: AbortSignal): Promise<number> => runDueJobs(services, carriers, signal);
  const lanes = async (signal: AbortSignal): Promise<void> => void (await Promise.all(Array.from({ length: CARRIER_LANES }, () => lane(signal))));
  loops.push(startLoop({ name: 'carriers', wait: LOOK_EVERY, log, runOnce: lanes }));
  await standJobs(services, importJobs);
  await takeOverJobs(services, importJobs);
  loops.push(startLoop({ name: 'imports', wait: LOOK_EVERY, log, runOnce: async (signal) => void (await runDueJobs(services, importJobs, signal)) }));
  await takeOverJobs(services, rolloutJobs);
  loops.push(
    startLoop({ name: 'rollouts', wait: LOOK_EVERY, log, runOnce: async (signal) => void (await runDueJobs(services, rolloutJobs, signal)) }),
  );

  const { SMTP_URL } = settings;
  if (SMTP_URL) {
    const { openPostOffice } = await import('./outbox/smtp.ts');
    const send = async (signal: AbortSignal): Promise<void> => void (await sendDueMail(services, () => openPostOffice(SMTP_URL, settings), signal));
    loops.push(startLoop({ name: 'mail', wait: LOOK_EVERY, log, runOnce: send }));
  } else if (!services.is_demo) log.warn('SMTP_URL is not set: mail is written but not sent; a super reads it at /admin/mail');
  return {
    poke: () => {
      for (const loop of loops) loop.poke();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
