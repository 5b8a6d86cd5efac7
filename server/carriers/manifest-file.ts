import type { CarrierAdapter } from './carrier.ts';
import { readAnswers } from './manifest-answers.ts';
import { writeManifest } from './manifest-write.ts';

interface Folders {
  manifest_dir: string;
  manifest_answer_dir: string;
}

/** A carrier whose desktop software imports a file for each booking and exports files with the numbers it gave. */
export const manifestFileCarrier = ({ manifest_dir, manifest_answer_dir }: Folders): CarrierAdapter => ({
  key: 'manifest-file',
  book: (dispatch) => writeManifest(manifest_dir, dispatch),
  answers: (take, now) => readAnswers(manifest_answer_dir, take, now),
});
