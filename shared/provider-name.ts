/** The name that clients see for the provider's people. */
export const providerName = 'Kitroom';
