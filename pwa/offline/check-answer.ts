import type { ReadAnswer } from '../../shared/sync/wire.ts';

type Check = (body: unknown) => ReadAnswer | null;
let fetching: Promise<Check> | null = null;

/** Returns the function that checks the server's responses. It is loaded with the first response; until then screens show the tablet's own data. */
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
