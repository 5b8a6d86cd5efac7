/**
 * Adds `fields` to a row that was read for this answer, or replaces those that the row has. A field that becomes undefined is not sent. Use this
 * function for the rows of long lists, because Node 20 takes ten times longer to copy a row by a spread.
 */
export const addFields = <Row extends object, Fields extends object>(row: Row, fields: Fields): Omit<Row, keyof Fields> & Fields =>
  Object.assign(row, fields);
