import { expect, test } from 'vitest';
import { importMessages } from '../../shared/imports/messages.ts';
import { checkRunImport } from '../../shared/imports/run-import.ts';

const started_at = '2026-11-30T18:00:00.000Z';
const messageOf = (verdict: ReturnType<typeof checkRunImport>): string | null => (verdict.ok ? null : verdict.message);

test('a file whose check failed cannot be run, and the refusal says what to do; a run that failed can be continued', () => {
  expect(messageOf(checkRunImport({ status: 'failed', started_at: null }))).toBe(importMessages.not_readable);
  expect(messageOf(checkRunImport({ status: 'failed', started_at }))).toBeNull();
  expect(messageOf(checkRunImport({ status: 'done', started_at }))).toBe(importMessages.cannot_run);
});
