import { z } from 'zod';
import { cleanCode } from './clean-code.ts';

/** A code as a scanner sends it, of at most this many characters. */
export const scannedCode = (most: number) => z.string().overwrite(cleanCode).max(most);
