import defaultTerms from '../../data/reference/default-terms.json' with { type: 'json' };

/** What a client agrees to with each order: the account's own text, or the general one. */
export const termsOf = (account: { terms: string | null }): string => account.terms || defaultTerms.terms;
