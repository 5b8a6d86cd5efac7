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
