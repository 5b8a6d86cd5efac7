import type { Reserve } from './ports.ts';

/** Whether an error means that the storage is full, even if the database has wrapped the error. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner } = error as { name?: unknown; inner?: unknown };
  return name === 'QuotaExceededError' || (inner !== error && isQuotaError(inner));
}

/** Does work that needs disk space. If the disk is full, deletes the reserves one by one and tries again after each deletion. */
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
