import { describeRoute, resolver, validator } from 'hono-openapi';
import type { ZodType } from 'zod';
import { messages } from '../../shared/messages.ts';
import '../../shared/plain-words.ts';
import { fieldErrors } from '../core/field-errors.ts';
import { invalid, notFound, Problem } from '../core/problem.ts';
import { unkept } from '../core/storable-text.ts';
import { registerQueryNames } from './refuse-unknown-filters.ts';

/**
 * Check one part of a request against its schema. What does not fit is 422 with a message for each field, in an address 404. The
 * same applies to text that cannot be stored, unless the route handles that itself.
 */
export const valid = <Target extends 'json' | 'query' | 'param' | 'form', Schema extends ZodType>(
  target: Target,
  schema: Schema,
  { takesAnyText = false } = {},
) => {
  const check = validator(target, schema, (result, c) => {
    // A form is not JSON: it would be read as an empty object.
    if (target === 'json' && c.req.header('Content-Type')?.startsWith('multipart/')) throw new Problem(415, { message: messages.wrong_type });
    // An address with invalid parameters does not exist.
    if (!result.success) throw target === 'param' ? notFound() : invalid(fieldErrors(result.error));
    const field = takesAnyText ? null : unkept(result.data);
    if (field) throw invalid({ [field]: messages.unstorable_character });
  });
  if (target === 'query') registerQueryNames(check, schema);
  return check;
};

/** Describe in the API's documentation what a route does and answers; `area` groups it. */
export const describe = (summary: string, answer?: ZodType, area?: string) =>
  describeRoute({
    summary,
    ...(area ? { tags: [area] } : {}),
    responses: {
      200: answer ? { description: summary, content: { 'application/json': { schema: resolver(answer) } } } : { description: summary },
    },
  });
