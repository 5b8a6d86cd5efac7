DROP TRIGGER accounts_stamp;
--> statement-breakpoint
CREATE TRIGGER accounts_stamp AFTER UPDATE OF name, logo_file_id ON accounts WHEN OLD.name <> NEW.name OR OLD.logo_file_id IS NOT NEW.logo_file_id BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE state NOT IN ('shipped', 'closed') AND EXISTS (SELECT 1 FROM orders WHERE id = order_id AND account_id = NEW.id);
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE account_id = NEW.id AND state IN ('requested', 'booking', 'failed');
END;
