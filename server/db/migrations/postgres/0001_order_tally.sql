-- Each change appends its difference, so that no two writers wait for one counter; a job adds the rows up.
INSERT INTO order_tally (account_id, status, n) SELECT account_id, status, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY account_id, status;
--> statement-breakpoint
CREATE FUNCTION order_tally_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    INSERT INTO order_tally (account_id, status, n) VALUES (OLD.account_id, OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO order_tally (account_id, status, n) VALUES (NEW.account_id, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_tally_added_or_removed AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION order_tally_note();
--> statement-breakpoint
CREATE TRIGGER order_tally_changed AFTER UPDATE OF status, account_id, deleted_at ON orders FOR EACH ROW
WHEN (OLD.status <> NEW.status OR OLD.account_id <> NEW.account_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
EXECUTE FUNCTION order_tally_note();
