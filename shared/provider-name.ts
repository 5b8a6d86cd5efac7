/** How clients know whoever of the provider's people did something. */
export const providerName = 'Kitroom';
