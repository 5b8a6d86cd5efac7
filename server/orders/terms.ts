import defaultTerms from '../../data/reference/default-terms.json' with { type: 'json' };

/** The terms that a client accepts with each order: the account's own text, or the default. */
export const termsOf = (account: { terms: string | null }): string => account.terms || defaultTerms.terms;
