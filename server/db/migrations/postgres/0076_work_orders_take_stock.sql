ALTER TABLE "purchase_order_lines" ADD COLUMN "source_product_id" bigint;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "qty_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "decoration" text;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "qty_at_decorator" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_source_product_id_products_id_fk" FOREIGN KEY ("source_product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_order_lines_out_of" ON "purchase_order_lines" USING btree ("source_product_id") WHERE "purchase_order_lines"."qty_out" > 0;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_out" CHECK ("purchase_order_lines"."qty_out" >= 0 and ("purchase_order_lines"."qty_out" = 0 or "purchase_order_lines"."source_product_id" is not null));--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_at_decorator" CHECK ("stock_levels"."qty_at_decorator" >= 0 and "stock_levels"."qty_allocated" + "stock_levels"."qty_at_decorator" <= "stock_levels"."qty_available");--> statement-breakpoint
DROP TRIGGER purchase_order_lines_stamp ON purchase_order_lines;--> statement-breakpoint
CREATE TRIGGER purchase_order_lines_stamp BEFORE INSERT OR UPDATE OF product_id, qty_requested, qty_received, qty_cancelled, qty_out, due_on, is_open ON purchase_order_lines FOR EACH ROW EXECUTE FUNCTION sync_stamp();--> statement-breakpoint
-- Lines of work orders send out what they bring back; nothing of them is out.
UPDATE purchase_order_lines SET source_product_id = product_id, qty_out = 0
  WHERE purchase_order_id IN (SELECT id FROM purchase_orders WHERE work_order);
