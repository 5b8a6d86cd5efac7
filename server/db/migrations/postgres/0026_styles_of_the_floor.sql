ALTER TABLE "pick_lines" ADD COLUMN "product_v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "shelf_tasks_open_by_product" ON "shelf_tasks" USING btree ("product_id") WHERE "shelf_tasks"."done_at" is null;--> statement-breakpoint
-- A style comes to the floor with an order, or with a product that is put on a line of an order that is there already.
CREATE FUNCTION sync_line_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.product_v := sync_version();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pick_lines_product_new BEFORE INSERT ON pick_lines FOR EACH ROW EXECUTE FUNCTION sync_line_product();
--> statement-breakpoint
CREATE TRIGGER pick_lines_product BEFORE UPDATE OF product_id ON pick_lines FOR EACH ROW WHEN (OLD.product_id IS DISTINCT FROM NEW.product_id) EXECUTE FUNCTION sync_line_product();
--> statement-breakpoint
-- A new SKU belongs to a style that tablets may hold.
CREATE TRIGGER products_stamp_new BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
-- What is to go back to the shelf is named with its product's words and its bin.
CREATE FUNCTION sync_task_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shelf_tasks SET v = sync_version() WHERE product_id = NEW.id AND done_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stamp_tasks AFTER UPDATE ON products FOR EACH ROW WHEN (OLD.v IS DISTINCT FROM NEW.v) EXECUTE FUNCTION sync_task_product();
