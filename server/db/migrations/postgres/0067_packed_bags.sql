ALTER TABLE "pick_lines" ADD COLUMN "qty_packed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pick_lines" ADD CONSTRAINT "packed_within_picked" CHECK ("pick_lines"."qty_packed" >= 0 and "pick_lines"."qty_packed" <= "pick_lines"."qty_picked");--> statement-breakpoint
DROP TRIGGER pick_lines_stamp ON pick_lines;
--> statement-breakpoint
CREATE TRIGGER pick_lines_stamp BEFORE INSERT OR UPDATE OF product_id, qty_allocated, qty_picked, code, other_reason, picked_by, picked_at, prep_ticked_at, qty_packed, fact_version ON pick_lines FOR EACH ROW EXECUTE FUNCTION sync_pick_line();
