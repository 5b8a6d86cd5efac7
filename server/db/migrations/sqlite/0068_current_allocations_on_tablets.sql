DROP TRIGGER order_lines_demand;
--> statement-breakpoint
CREATE TRIGGER order_lines_demand AFTER UPDATE OF product_id, picked_product_id, qty_requested, qty_cancelled, qty_allocated, qty_shipped, is_size_selected, employee_id ON order_lines WHEN EXISTS (SELECT 1 FROM receipt_allocations WHERE order_line_id = NEW.id) OR EXISTS (SELECT 1 FROM receipt_put_aways WHERE order_line_id = NEW.id) OR (EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(NEW.picked_product_id, NEW.product_id)) AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND submitted_at IS NOT NULL)) BEGIN
  UPDATE order_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER orders_demand;
--> statement-breakpoint
CREATE TRIGGER orders_demand AFTER UPDATE OF status, cancelled_at, deleted_at, is_frozen, tote ON orders WHEN NEW.submitted_at IS NOT NULL AND (OLD.status <> NEW.status OR OLD.cancelled_at IS NOT NEW.cancelled_at OR OLD.deleted_at IS NOT NEW.deleted_at OR OLD.is_frozen <> NEW.is_frozen OR OLD.tote IS NOT NEW.tote) BEGIN
  UPDATE order_lines SET v = (SELECT v FROM sync_clock) WHERE order_id = NEW.id AND (EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(order_lines.picked_product_id, order_lines.product_id)) OR EXISTS (SELECT 1 FROM receipt_allocations WHERE order_line_id = order_lines.id) OR EXISTS (SELECT 1 FROM receipt_put_aways WHERE order_line_id = order_lines.id));
END;
--> statement-breakpoint
UPDATE receipts SET version = version WHERE created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 days');
