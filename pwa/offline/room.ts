import type { Reserve } from './ports.ts';

/** True for an error of a full storage, however deep the database has wrapped it. */
export function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner } = error as { name?: unknown; inner?: unknown };
  return name === 'QuotaExceededError' || (inner !== error && isQuota(inner));
}

/** Does work that needs disk space; where there is none, reserves are given up one by one before it is tried again. */
export async function withRoom<R>(reserves: readonly Reserve[], work: () => Promise<R>): Promise<R> {
  for (const reserve of reserves) {
    try {
      return await work();
    } catch (error) {
      if (!isQuota(error)) throw error;
      await reserve.drop();
    }
  }
  return await work();
}
