/** An address in the form for the log: without the secret of a link that opens without signing in. */
export const loggedPath = (path: string): string => path.replace(/(\/sizes\/)[\w-]{20,}/g, '$1•••');
