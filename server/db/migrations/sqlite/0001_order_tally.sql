-- One row for each client and status, counted up and down by the one writer.
INSERT INTO order_tally (account_id, status, n) SELECT account_id, status, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY account_id, status;
--> statement-breakpoint
CREATE TRIGGER order_tally_added AFTER INSERT ON orders WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO order_tally (account_id, status, n) SELECT NEW.account_id, NEW.status, 0
    WHERE NOT EXISTS (SELECT 1 FROM order_tally WHERE account_id = NEW.account_id AND status = NEW.status);
  UPDATE order_tally SET n = n + 1 WHERE account_id = NEW.account_id AND status = NEW.status;
END;
--> statement-breakpoint
CREATE TRIGGER order_tally_changed AFTER UPDATE OF status, account_id, deleted_at ON orders
WHEN OLD.status <> NEW.status OR OLD.account_id <> NEW.account_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE order_tally SET n = n - 1 WHERE account_id = OLD.account_id AND status = OLD.status AND OLD.deleted_at IS NULL;
  INSERT INTO order_tally (account_id, status, n) SELECT NEW.account_id, NEW.status, 0
    WHERE NEW.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM order_tally WHERE account_id = NEW.account_id AND status = NEW.status);
  UPDATE order_tally SET n = n + 1 WHERE account_id = NEW.account_id AND status = NEW.status AND NEW.deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER order_tally_removed AFTER DELETE ON orders WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE order_tally SET n = n - 1 WHERE account_id = OLD.account_id AND status = OLD.status;
END;
