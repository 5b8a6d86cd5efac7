/**
 * Adds these fields to a row that was read for this answer, or replaces them; one that becomes undefined is not sent. For each row of
 * a long list: Node 20 takes ten times longer to copy a row by a spread.
 */
export const addFields = <Row extends object, Fields extends object>(row: Row, fields: Fields): Omit<Row, keyof Fields> & Fields =>
  Object.assign(row, fields);
