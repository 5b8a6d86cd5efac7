ALTER TABLE `pick_lines` ADD `qty_packed` integer DEFAULT 0 NOT NULL CONSTRAINT "packed_within_picked" CHECK ("qty_packed" >= 0 and "qty_packed" <= "qty_picked");
--> statement-breakpoint
DROP TRIGGER pick_lines_stamp;
--> statement-breakpoint
CREATE TRIGGER pick_lines_stamp AFTER UPDATE OF product_id, qty_allocated, qty_picked, code, other_reason, picked_by, picked_at, prep_ticked_at, qty_packed, fact_version ON pick_lines BEGIN
  UPDATE pick_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
