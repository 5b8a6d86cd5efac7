interface DriverError {
  code?: string;
  message?: string;
  constraint?: string;
  cause?: unknown;
}

const chain = function* (error: unknown): Generator<DriverError> {
  for (let at = error as DriverError | undefined; at; at = at.cause as DriverError | undefined) yield at;
};

const coded = (error: unknown, ...codes: string[]): DriverError | undefined => {
  for (const fault of chain(error)) if (fault.code && codes.includes(fault.code)) return fault;
  return undefined;
};

/** A row that has to be unique exists already. */
export const isDuplicate = (error: unknown): boolean => !!coded(error, '23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY');

/** `isDuplicate` for one unique index. PostgreSQL names the index in the error; SQLite names it only if the index has an expression. */
export const isDuplicateIn = (error: unknown, index: string): boolean => {
  for (const { constraint, message } of chain(error))
    if (isDuplicate(error) && (constraint === index || message?.includes(`'${index}'`))) return true;
  return false;
};

/** A CHECK, foreign key, NOT NULL or unique constraint refused the change. */
export const isConstraintFault = (error: unknown): boolean => {
  for (const { code } of chain(error)) if (code && (code.startsWith('SQLITE_CONSTRAINT') || /^23\d{3}$/.test(code))) return true;
  return false;
};

/** A value does not fit its column: a number that is too large, or text that cannot be stored. */
export const isValueFault = (error: unknown): boolean => {
  for (const { code } of chain(error)) if (code && /^22[0-9A-Z]{3}$/.test(code)) return true;
  return false;
};

/** The database reports that the change has to be tried again: a deadlock, or a conflict with another transaction. */
export const isSerializationFault = (error: unknown): boolean => !!coded(error, '40001', '40P01');

/** SQLite: another process is writing, or is recovering the file after a crash. */
export const isLocked = (error: unknown): boolean => !!coded(error, 'SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY');

/** Error codes for a full disk, from the system, SQLite and PostgreSQL. */
const diskFull = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];
/** Network errors of the machine, by their codes. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/**
 * PostgreSQL: a connection that broke or was refused (08, 57P), no disk space or memory (53), read-only at present (25006), a transaction that was
 * idle too long (25P03), a lock that was not granted in time (55P03), a statement that took too long (57014).
 */
const postgresUnavailable = /^(08...|53...|57P0.|25006|25P03|55P03|57014)$/;
const sqliteUnavailable = /^SQLITE_(BUSY|BUSY_RECOVERY|FULL|IOERR_WRITE|READONLY)$/;
/** Errors of the driver about a connection that was lost or could not be opened. They have a message but no code. */
const connectionGone = /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** The disk of the database or of the stored files is full. */
export const isDiskFull = (error: unknown): boolean => !!coded(error, ...diskFull);

/**
 * The database cannot be reached, or at present nothing can be written to the database or to the disk of the stored files. The same request may
 * succeed later.
 */
export const isUnavailable = (error: unknown): boolean => {
  for (const { code, message } of chain(error)) {
    if (code && (unreachable.includes(code) || diskFull.includes(code) || postgresUnavailable.test(code) || sqliteUnavailable.test(code)))
      return true;
    if (!code && message && connectionGone.test(message)) return true;
  }
  return false;
};
