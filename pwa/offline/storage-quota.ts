import type { Reserve } from './ports.ts';

/** True for an error of a full storage, however deep the database has wrapped it. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner } = error as { name?: unknown; inner?: unknown };
  return name === 'QuotaExceededError' || (inner !== error && isQuotaError(inner));
}

/** Does work that needs disk space; where there is none, reserves are given up one by one before it is tried again. */
export async function withReserves<R>(reserves: readonly Reserve[], work: () => Promise<R>): Promise<R> {
  for (const reserve of reserves) {
    try {
      return await work();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      await reserve.drop();
    }
  }
  return await work();
}
