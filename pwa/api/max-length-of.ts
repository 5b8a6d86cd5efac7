import type { z } from 'zod';

/** The parts of a zod schema that are needed here. */
interface Part {
  shape?: Record<string, Part>;
  unwrap?: () => Part;
  maxLength?: number | null;
}
const inside = (part: Part | undefined): Part | undefined => (part?.unwrap ? inside(part.unwrap()) : part);

/** How many characters a schema allows in the field of that dotted name; undefined where it has no limit. */
export function maxLengthOf(schema: z.ZodType, name: string): number | undefined {
  const part = name.split('.').reduce<Part | undefined>((at, key) => inside(at)?.shape?.[key], schema as Part);
  return inside(part)?.maxLength ?? undefined;
}
