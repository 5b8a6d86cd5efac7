import type { ReadAnswer } from '../../shared/sync/wire.ts';

type Check = (body: unknown) => ReadAnswer | null;
let fetching: Promise<Check> | null = null;

/** The check of what the server answers. It is fetched with the first answer: until then the screens are drawn from what the tablet holds. */
export async function answerCheck(): Promise<Check> {
  fetching ??= import('./answer-schema.ts').then(({ readAnswer }) => (body) => {
    const read = readAnswer.safeParse(body);
    return read.success ? read.data : null;
  });
  try {
    return await fetching;
  } catch (error) {
    fetching = null;
    throw error;
  }
}
