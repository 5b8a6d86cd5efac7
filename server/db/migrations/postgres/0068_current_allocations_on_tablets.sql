CREATE OR REPLACE FUNCTION sync_demand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM receipt_allocations WHERE order_line_id = NEW.id) OR EXISTS (SELECT 1 FROM receipt_put_aways WHERE order_line_id = NEW.id) OR (EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(NEW.picked_product_id, NEW.product_id)) AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND submitted_at IS NOT NULL)) THEN
    NEW.v := sync_version();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sync_order_demand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_lines SET v = sync_version() WHERE order_id = NEW.id AND (EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(order_lines.picked_product_id, order_lines.product_id)) OR EXISTS (SELECT 1 FROM receipt_allocations WHERE order_line_id = order_lines.id) OR EXISTS (SELECT 1 FROM receipt_put_aways WHERE order_line_id = order_lines.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE receipts SET version = version WHERE created_at >= now() - interval '2 days';
