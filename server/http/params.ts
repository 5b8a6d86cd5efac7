import { z } from 'zod';

/** A path parameter that is an id; anything else is 404. */
export const idParam = z.object({ id: z.coerce.number().int().positive() });
export const uuidParam = z.object({ uuid: z.uuid() });
