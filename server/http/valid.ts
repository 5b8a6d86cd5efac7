import { describeRoute, resolver, validator } from 'hono-openapi';
import { type ZodType, z } from 'zod';
import { messages } from '../../shared/messages.ts';
import '../../shared/plain-words.ts';
import { fieldErrors } from '../core/field-errors.ts';
import { invalid, notFound, Problem } from '../core/problem.ts';
import { unkept } from '../core/storable-text.ts';
import { type RefusalStatus, registerRefusals } from './described-refusals.ts';
import { registerQueryNames } from './refuse-unknown-filters.ts';

/** How a check of each part of a request refuses it. */
const refusalsOfCheck = {
  json: [400, 413, 415, 422],
  form: [400, 413, 415, 422],
  query: [422],
  param: [404, 422],
} satisfies Record<string, RefusalStatus[]>;

/**
 * Check one part of a request against its schema. What does not fit is 422 with a message for each field, in an address 404. The
 * same applies to text that cannot be stored, unless the route handles that itself. `clean` rewrites what was sent before it is checked.
 */
export const valid = <Target extends 'json' | 'query' | 'param' | 'form', Schema extends ZodType>(
  target: Target,
  schema: Schema,
  { takesAnyText = false, clean }: { takesAnyText?: boolean; clean?: (sent: unknown) => unknown } = {},
) => {
  const checked = clean ? (z.preprocess(clean, schema) as unknown as Schema) : schema;
  const check = validator(target, checked, (result, c) => {
    // A form is not JSON: it would be read as an empty object.
    if (target === 'json' && c.req.header('Content-Type')?.startsWith('multipart/')) throw new Problem(415, { message: messages.wrong_type });
    // An address with invalid parameters does not exist.
    if (!result.success) throw target === 'param' ? notFound() : invalid(fieldErrors(result.error));
    const field = takesAnyText ? null : unkept(result.data);
    if (field) throw invalid({ [field]: messages.unstorable_character });
  });
  if (target === 'query') registerQueryNames(check, schema);
  return registerRefusals(check, refusalsOfCheck[target]);
};

interface Answers {
  /** With which status it answers; 200 unless another is given. */
  status?: 200 | 201 | 202 | readonly (200 | 201 | 202)[];
  /** How it may refuse besides what its checks and its method say. */
  refusals?: readonly RefusalStatus[];
}

/** Describe in the API's documentation what a route does and answers; `area` groups it. */
export const describe = (summary: string, answer?: ZodType, area?: string, { status = 200, refusals = [] }: Answers = {}) => {
  const response = answer ? { description: summary, content: { 'application/json': { schema: resolver(answer) } } } : { description: summary };
  const responses = Object.fromEntries([status].flat().map((one) => [one, response]));
  return registerRefusals(describeRoute({ summary, ...(area ? { tags: [area] } : {}), responses }), refusals);
};
