ALTER TABLE `order_lines` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `order_lines_by_v` ON `order_lines` (`v`) WHERE "order_lines"."v" > 0;--> statement-breakpoint
ALTER TABLE `orders` ADD `tote` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `receipts_by_v` ON `receipts` (`v`);--> statement-breakpoint
ALTER TABLE `count_requests` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `count_requests_by_v` ON `count_requests` (`v`);--> statement-breakpoint
ALTER TABLE `purchase_order_lines` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `purchase_order_lines_by_v` ON `purchase_order_lines` (`v`);--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `purchase_orders_by_v` ON `purchase_orders` (`v`);--> statement-breakpoint
ALTER TABLE `stock_checks` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `stock_checks_by_v` ON `stock_checks` (`v`);--> statement-breakpoint
CREATE TRIGGER stock_checks_stamp_new AFTER INSERT ON stock_checks BEGIN
  UPDATE stock_checks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_checks_stamp AFTER UPDATE OF product_id, qty_short, opened_at, closed_at ON stock_checks BEGIN
  UPDATE stock_checks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER count_requests_stamp_new AFTER INSERT ON count_requests BEGIN
  UPDATE count_requests SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER count_requests_stamp AFTER UPDATE OF product_id, qty, created_at, resolved_at ON count_requests BEGIN
  UPDATE count_requests SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER purchase_orders_stamp_new AFTER INSERT ON purchase_orders BEGIN
  UPDATE purchase_orders SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER purchase_orders_stamp AFTER UPDATE OF our_reference, supplier_id, account_id, work_order, due_on, approved_at, cancelled_at, closed_at ON purchase_orders BEGIN
  UPDATE purchase_orders SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER purchase_order_lines_stamp_new AFTER INSERT ON purchase_order_lines BEGIN
  UPDATE purchase_order_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER purchase_order_lines_stamp AFTER UPDATE OF product_id, qty_requested, qty_received, qty_cancelled, due_on, is_open ON purchase_order_lines BEGIN
  UPDATE purchase_order_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_stamp_new AFTER INSERT ON receipts BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_stamp AFTER UPDATE OF delivery_note_number, reversed_at, version ON receipts BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_lines_stamp_new AFTER INSERT ON receipt_lines BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_lines_stamp AFTER UPDATE ON receipt_lines BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_set_asides_stamp_new AFTER INSERT ON receipt_set_asides BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_set_asides_stamp AFTER UPDATE ON receipt_set_asides BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_allocations_stamp_new AFTER INSERT ON receipt_allocations BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_allocations_stamp AFTER UPDATE ON receipt_allocations BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER order_lines_demand_new AFTER INSERT ON order_lines WHEN EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(NEW.picked_product_id, NEW.product_id)) AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND submitted_at IS NOT NULL) BEGIN
  UPDATE order_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER order_lines_demand AFTER UPDATE OF product_id, picked_product_id, qty_requested, qty_cancelled, qty_allocated, qty_shipped, is_size_selected, employee_id ON order_lines WHEN EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(NEW.picked_product_id, NEW.product_id)) AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND submitted_at IS NOT NULL) BEGIN
  UPDATE order_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER order_lines_demand_moved AFTER UPDATE OF product_id, picked_product_id ON order_lines WHEN coalesce(OLD.picked_product_id, OLD.product_id) <> coalesce(NEW.picked_product_id, NEW.product_id) AND EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(OLD.picked_product_id, OLD.product_id)) BEGIN
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'demand', coalesce(OLD.picked_product_id, OLD.product_id), (SELECT v FROM sync_clock), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE true
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
END;
--> statement-breakpoint
CREATE TRIGGER orders_demand AFTER UPDATE OF status, cancelled_at, deleted_at, is_frozen, tote ON orders WHEN NEW.submitted_at IS NOT NULL AND (OLD.status <> NEW.status OR OLD.cancelled_at IS NOT NEW.cancelled_at OR OLD.deleted_at IS NOT NEW.deleted_at OR OLD.is_frozen <> NEW.is_frozen OR OLD.tote IS NOT NEW.tote) BEGIN
  UPDATE order_lines SET v = (SELECT v FROM sync_clock) WHERE order_id = NEW.id AND EXISTS (SELECT 1 FROM purchase_order_lines coming WHERE coming.is_open AND coming.product_id = coalesce(order_lines.picked_product_id, order_lines.product_id));
END;
