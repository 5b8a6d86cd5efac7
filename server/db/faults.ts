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

/** A row that has to be unique is there already. */
export const isDuplicate = (error: unknown): boolean => !!coded(error, '23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY');

/** A CHECK, foreign key, NOT NULL or unique constraint refused the change. */
export const isConstraintFault = (error: unknown): boolean => {
  for (const { code } of chain(error)) if (code && (code.startsWith('SQLITE_CONSTRAINT') || /^23\d{3}$/.test(code))) return true;
  return false;
};

/** A value does not fit where it was to be kept: a number that is too large, text that is none. */
export const isValueFault = (error: unknown): boolean => {
  for (const { code } of chain(error)) if (code && /^22[0-9A-Z]{3}$/.test(code)) return true;
  return false;
};

/** The database says that the change can only be tried again: a deadlock, or a conflict with another transaction. */
export const isSerializationFault = (error: unknown): boolean => !!coded(error, '40001', '40P01');

/** The database cannot be reached or written just now. */
export const isUnavailable = (error: unknown): boolean =>
  !!coded(error, 'ECONNREFUSED', '57P01', '57P03', '53300', 'SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', '53100');

/** Whether the constraint called `name` refused the change. */
export function isConstraint(error: unknown, name: string): boolean {
  for (const fault of chain(error)) if (fault.constraint === name || fault.message?.includes(name)) return true;
  return false;
}
