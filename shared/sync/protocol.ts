/** The version of the envelope. */
export const PROTOCOL_VERSION = 1;
/** The number of mutations that one request may carry at most. */
export const BATCH_LIMIT = 100;

/** The key of a pick line in a base. */
export const lineBaseKey = (pick_line_id: number): string => `pick_line:${pick_line_id}`;
