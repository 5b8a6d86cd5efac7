import type { CellFault, Judged } from './import-row.ts';

/** The result for the rows of a file, once all rows have been judged. */
export interface Settlement {
  /** Faults that rows have only because of other rows. */
  faults: ReadonlyMap<number, readonly CellFault[]>;
  /** Groups of rows that exchange values: each group is written in one unit of work, lowest row first. */
  together: number[][];
}

/** `row` is written only if the row `on` is written; otherwise `row` is refused with `fault`. */
interface Dependent {
  row: number;
  on: number;
  fault: CellFault;
}

/** The unique values that a row takes and gives up. `row` may be any number that identifies the row. */
type RowClaim = Pick<Judged, 'row' | 'takes' | 'gives' | 'needs'> & { status?: Judged['status'] };

/** Collects the unique values that rows of a file, or changes of a rollback, take and give up. Decides which rows or changes can be written. */
export class RowClaims {
  /** Rows without faults. A row is not written if it depends on a row that is not written. */
  private readonly rows = new Set<number>();
  private readonly givers = new Map<string, number>();
  private readonly takers: { row: number; key: string; fault: CellFault }[] = [];
  private readonly members: Dependent[] = [];

  add(claims: readonly RowClaim[]): void {
    for (const { row, status, gives = [], takes = [], needs } of claims) {
      if (status === 'faulty') continue;
      this.rows.add(row);
      for (const key of gives) this.givers.set(key, row);
      for (const { key, ...fault } of takes) this.takers.push({ row, key, fault });
      if (needs) {
        const { row: on, ...fault } = needs;
        this.members.push({ row, on, fault });
      }
    }
  }

  /** A row may take a value if another row gives the value up and is itself written: so two rows can swap values, and a cycle of rows can too. */
  settle(): Settlement {
    const exchanges: Dependent[] = this.takers.map(({ row, key, fault }) => ({ row, on: this.givers.get(key) ?? 0, fault }));
    const dependents = new Map<number, Dependent[]>();
    const faults = new Map<number, CellFault[]>();
    const refused: number[] = [];
    const refuse = ({ row, fault }: Dependent): void => {
      const former = faults.get(row);
      if (former) former.push(fault);
      else {
        faults.set(row, [fault]);
        refused.push(row);
      }
    };
    for (const one of [...exchanges, ...this.members]) {
      if (!this.rows.has(one.on)) refuse(one);
      else dependents.set(one.on, [...(dependents.get(one.on) ?? []), one]);
    }
    for (let row = refused.pop(); row !== undefined; row = refused.pop()) {
      for (const one of dependents.get(row) ?? []) refuse(one);
      dependents.delete(row);
    }
    return { faults, together: this.groups(exchanges.filter(({ row, on }) => !faults.has(row) && !faults.has(on))) };
  }

  /** Groups the rows that exchange values with each other. If a row of a group needs a record that another row creates, that row joins the group. */
  private groups(exchanges: readonly Dependent[]): number[][] {
    const groupOf = new Map<number, Set<number>>();
    const join = ({ row, on }: Dependent): void => {
      const one = groupOf.get(row) ?? new Set([row]);
      const other = groupOf.get(on) ?? new Set([on]);
      const [larger, smaller] = one.size < other.size ? [other, one] : [one, other];
      for (const member of smaller) {
        larger.add(member);
        groupOf.set(member, larger);
      }
      for (const member of [row, on]) groupOf.set(member, larger);
    };
    for (const one of exchanges) join(one);
    for (const one of this.members) if (groupOf.has(one.row)) join(one);
    return [...new Set(groupOf.values())].map((group) => [...group].sort((a, b) => a - b));
  }
}
