/** An address as it is logged: without the secret of a link that opens without a sign-in. */
export const loggedPath = (path: string): string => path.replace(/(\/sizes\/)[\w-]{20,}/g, '$1•••');
