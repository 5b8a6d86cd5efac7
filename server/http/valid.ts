import { describeRoute, resolver, validator } from 'hono-openapi';
import { type ZodType, z } from 'zod';
import { messages } from '../../shared/messages.ts';
import '../../shared/plain-words.ts';
import { fieldErrors } from '../core/field-errors.ts';
import { invalid, notFound, Problem } from '../core/problem.ts';
import { unkept } from '../core/storable-text.ts';
import { type RefusalStatus, registerRefusals } from './described-refusals.ts';
import { registerQueryNames } from './refuse-unknown-filters.ts';

/** The statuses with which the check of each part of a request refuses. */
const refusalsOfCheck = {
  json: [400, 413, 415, 422],
  form: [400, 413, 415, 422],
  query: [422],
  param: [404, 422],
} satisfies Record<string, RefusalStatus[]>;

/**
 * Check one part of a request against its schema. A mismatch is 422 with a message for each field, or 404 for a parameter of the address. Text that
 * cannot be stored is also 422, unless the route handles such text itself. `clean` changes the sent value before the check.
 */
export const valid = <Target extends 'json' | 'query' | 'param' | 'form', Schema extends ZodType>(
  target: Target,
  schema: Schema,
  { takesAnyText = false, clean }: { takesAnyText?: boolean; clean?: (sent: unknown) => unknown } = {},
) => {
  const checked = clean ? (z.preprocess(clean, schema) as unknown as Schema) : schema;
  const check = validator(target, checked, (result, c) => {
    // Without this refusal, a form that is sent in place of JSON would be read as an empty object.
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
  /** The status of the answer; 200 by default. */
  status?: 200 | 201 | 202 | readonly (200 | 201 | 202)[];
  /** Further statuses with which the route may refuse, besides those of its checks and its method. */
  refusals?: readonly RefusalStatus[];
}

/** Describe a route and its answer in the API's documentation, in the group `area`. */
export const describe = (summary: string, answer?: ZodType, area?: string, { status = 200, refusals = [] }: Answers = {}) => {
  const response = answer ? { description: summary, content: { 'application/json': { schema: resolver(answer) } } } : { description: summary };
  const responses = Object.fromEntries([status].flat().map((one) => [one, response]));
  return registerRefusals(describeRoute({ summary, ...(area ? { tags: [area] } : {}), responses }), refusals);
};
