ALTER TABLE "order_lines" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tote" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "count_requests" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_checks" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_lines_by_v" ON "order_lines" USING btree ("v") WHERE "order_lines"."v" > 0;--> statement-breakpoint
CREATE INDEX "receipts_by_v" ON "receipts" USING btree ("v");--> statement-breakpoint
CREATE INDEX "count_requests_by_v" ON "count_requests" USING btree ("v");--> statement-breakpoint
CREATE INDEX "purchase_order_lines_by_v" ON "purchase_order_lines" USING btree ("v");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_v" ON "purchase_orders" USING btree ("v");--> statement-breakpoint
CREATE INDEX "stock_checks_by_v" ON "stock_checks" USING btree ("v");--> statement-breakpoint
CREATE TRIGGER stock_checks_stamp BEFORE INSERT OR UPDATE OF product_id, qty_short, opened_at, closed_at ON stock_checks FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER count_requests_stamp BEFORE INSERT OR UPDATE OF product_id, qty, created_at, resolved_at ON count_requests FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER purchase_orders_stamp BEFORE INSERT OR UPDATE OF our_reference, supplier_id, account_id, work_order, due_on, approved_at, cancelled_at, closed_at ON purchase_orders FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER purchase_order_lines_stamp BEFORE INSERT OR UPDATE OF product_id, qty_requested, qty_received, qty_cancelled, due_on, is_open ON purchase_order_lines FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER receipts_stamp BEFORE INSERT OR UPDATE OF delivery_note_number, reversed_at, version ON receipts FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE FUNCTION sync_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET v = sync_version() WHERE id = NEW.receipt_id AND v <> sync_version();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER receipt_lines_stamp AFTER INSERT OR UPDATE ON receipt_lines FOR EACH ROW EXECUTE FUNCTION sync_receipt();
--> statement-breakpoint
CREATE TRIGGER receipt_set_asides_stamp AFTER INSERT OR UPDATE ON receipt_set_asides FOR EACH ROW EXECUTE FUNCTION sync_receipt();
--> statement-breakpoint
CREATE TRIGGER receipt_allocations_stamp AFTER INSERT OR UPDATE ON receipt_allocations FOR EACH ROW EXECUTE FUNCTION sync_receipt();
--> statement-breakpoint
CREATE FUNCTION sync_demand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(NEW.picked_product_id, NEW.product_id)) AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND submitted_at IS NOT NULL) THEN
    NEW.v := sync_version();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_demand BEFORE INSERT OR UPDATE OF product_id, picked_product_id, qty_requested, qty_cancelled, qty_allocated, qty_shipped, is_size_selected, employee_id ON order_lines FOR EACH ROW EXECUTE FUNCTION sync_demand();
--> statement-breakpoint
CREATE FUNCTION sync_demand_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(OLD.picked_product_id, OLD.product_id)) THEN
    INSERT INTO sync_tombstones (kind, key, v, at) VALUES ('demand', coalesce(OLD.picked_product_id, OLD.product_id)::text, sync_version(), now())
      ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_demand_moved AFTER UPDATE OF product_id, picked_product_id ON order_lines FOR EACH ROW WHEN (coalesce(OLD.picked_product_id, OLD.product_id) <> coalesce(NEW.picked_product_id, NEW.product_id)) EXECUTE FUNCTION sync_demand_moved();
--> statement-breakpoint
CREATE FUNCTION sync_order_demand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_lines SET v = sync_version() WHERE order_id = NEW.id AND EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(order_lines.picked_product_id, order_lines.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_demand AFTER UPDATE OF status, cancelled_at, deleted_at, is_frozen, tote ON orders FOR EACH ROW WHEN (NEW.submitted_at IS NOT NULL AND (OLD.status <> NEW.status OR OLD.cancelled_at IS DISTINCT FROM NEW.cancelled_at OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.is_frozen <> NEW.is_frozen OR OLD.tote IS DISTINCT FROM NEW.tote)) EXECUTE FUNCTION sync_order_demand();
