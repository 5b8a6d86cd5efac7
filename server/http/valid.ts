import { describeRoute, resolver, validator } from 'hono-openapi';
import type { ZodType } from 'zod';
import { messages } from '../../shared/messages.ts';
import { invalid, notFound, Problem } from './problem.ts';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

const fieldOf = ({ path = [] }: Issue): string => path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';

/** The first message of each field, by dotted path. */
export function fieldErrors(issues: readonly Issue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) errors[fieldOf(issue)] ??= [issue.message];
  return errors;
}

/** Where a value holds the one character that no database keeps in its text; null when nowhere. However deep it is. */
function unkept(whole: unknown): string | null {
  const left: { value: unknown; path: string }[] = [{ value: whole, path: '' }];
  for (let at = left.pop(); at; at = left.pop()) {
    const { value, path } = at;
    if (typeof value === 'string' && value.includes('\0')) return path || 'body';
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) left.push({ value: part, path: path ? `${path}.${key}` : key });
  }
  return null;
}

/** Check one part of a request against its schema; what does not fit is 422 with a message for each field, in an address 404. */
export const valid = <Target extends 'json' | 'query' | 'param' | 'form', Schema extends ZodType>(target: Target, schema: Schema) =>
  validator(target, schema, (result, c) => {
    // A form is no JSON: it would be read as an empty object.
    if (target === 'json' && c.req.header('Content-Type')?.startsWith('multipart/')) throw new Problem(415, { message: messages.wrong_type });
    // An address that cannot name anything names nothing.
    if (!result.success) throw target === 'param' ? notFound() : invalid(fieldErrors(result.error));
    const field = unkept(result.data);
    if (field) throw invalid({ [field]: messages.unkept_character });
  });

/** Say in the API's description what a route does and what it answers; `area` groups it. */
export const describe = (summary: string, answer?: ZodType, area?: string) =>
  describeRoute({
    summary,
    ...(area ? { tags: [area] } : {}),
    responses: {
      200: answer ? { description: summary, content: { 'application/json': { schema: resolver(answer) } } } : { description: summary },
    },
  });
