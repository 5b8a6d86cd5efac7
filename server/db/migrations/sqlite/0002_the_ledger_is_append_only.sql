CREATE TRIGGER stock_movements_are_never_changed BEFORE UPDATE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'the stock ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_are_never_removed BEFORE DELETE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'the stock ledger is append-only');
END;
