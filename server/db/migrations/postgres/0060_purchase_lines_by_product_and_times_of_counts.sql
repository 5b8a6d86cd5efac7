ALTER TABLE "count_requests" ADD COLUMN "counted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "counted_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "purchase_order_lines_by_product" ON "purchase_order_lines" USING btree ("product_id","purchase_order_id");--> statement-breakpoint
CREATE INDEX "stock_movements_counted" ON "stock_movements" USING btree ("product_id","counted_at") WHERE "stock_movements"."counted_at" is not null;--> statement-breakpoint
CREATE FUNCTION sync_product_bins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET v = sync_version() WHERE id = coalesce(NEW.product_id, OLD.product_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_bins_stamp AFTER INSERT OR UPDATE OR DELETE ON product_bins FOR EACH ROW EXECUTE FUNCTION sync_product_bins();
