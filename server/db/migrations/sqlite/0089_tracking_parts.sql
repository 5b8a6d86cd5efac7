-- Every three characters of a courier's numbers, so that any part of one finds its dispatch.
CREATE VIRTUAL TABLE tracking_parts USING fts5(numbers, tokenize = 'trigram', content = '', contentless_delete = 1);
--> statement-breakpoint
INSERT INTO tracking_parts (rowid, numbers) SELECT id, coalesce(tracking_number, '') || ' ' || coalesce(consignment_number, '') FROM consignments;
--> statement-breakpoint
CREATE TRIGGER tracking_parts_added AFTER INSERT ON consignments BEGIN
  INSERT INTO tracking_parts (rowid, numbers) VALUES (NEW.id, coalesce(NEW.tracking_number, '') || ' ' || coalesce(NEW.consignment_number, ''));
END;
--> statement-breakpoint
CREATE TRIGGER tracking_parts_changed AFTER UPDATE OF tracking_number, consignment_number ON consignments
WHEN OLD.tracking_number IS NOT NEW.tracking_number OR OLD.consignment_number IS NOT NEW.consignment_number BEGIN
  DELETE FROM tracking_parts WHERE rowid = OLD.id;
  INSERT INTO tracking_parts (rowid, numbers) VALUES (NEW.id, coalesce(NEW.tracking_number, '') || ' ' || coalesce(NEW.consignment_number, ''));
END;
--> statement-breakpoint
CREATE TRIGGER tracking_parts_removed AFTER DELETE ON consignments BEGIN
  DELETE FROM tracking_parts WHERE rowid = OLD.id;
END;
