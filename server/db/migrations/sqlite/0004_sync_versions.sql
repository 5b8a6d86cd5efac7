-- Rows that tablets hold are stamped with the version of the unit of work that changed what a tablet sees of them. The version
-- column itself is in no list below, so that stamping stamps nothing.
INSERT INTO sync_clock (id, v, epoch) SELECT 1, 1, lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM sync_clock);
--> statement-breakpoint
CREATE TRIGGER picks_stamp_new AFTER INSERT ON picks BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER picks_stamp AFTER UPDATE OF state, picker_id, tote, released_at, started_at, picked_at, booked_at ON picks BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER picks_enter_new AFTER INSERT ON picks WHEN NEW.state NOT IN ('shipped', 'closed') BEGIN
  INSERT INTO floor_orders (order_id, entered_v) SELECT NEW.order_id, v FROM sync_clock WHERE true
    ON CONFLICT (order_id) DO UPDATE SET entered_v = excluded.entered_v;
  DELETE FROM sync_tombstones WHERE kind = 'pick' AND key = (SELECT uuid FROM orders WHERE id = NEW.order_id);
END;
--> statement-breakpoint
CREATE TRIGGER picks_enter AFTER UPDATE OF state ON picks WHEN OLD.state IN ('shipped', 'closed') AND NEW.state NOT IN ('shipped', 'closed') BEGIN
  INSERT INTO floor_orders (order_id, entered_v) SELECT NEW.order_id, v FROM sync_clock WHERE true
    ON CONFLICT (order_id) DO UPDATE SET entered_v = excluded.entered_v;
  DELETE FROM sync_tombstones WHERE kind = 'pick' AND key = (SELECT uuid FROM orders WHERE id = NEW.order_id);
END;
--> statement-breakpoint
CREATE TRIGGER picks_leave AFTER UPDATE OF state ON picks WHEN OLD.state NOT IN ('shipped', 'closed') AND NEW.state IN ('shipped', 'closed') BEGIN
  DELETE FROM floor_orders WHERE order_id = NEW.order_id;
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'pick', uuid, (SELECT v FROM sync_clock), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM orders WHERE id = NEW.order_id
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
  UPDATE pick_lines SET fact_version = fact_version + 1 WHERE pick_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_lines_stamp_new AFTER INSERT ON pick_lines BEGIN
  UPDATE pick_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_lines_stamp AFTER UPDATE OF product_id, qty_allocated, qty_picked, code, other_reason, picked_by, picked_at, prep_ticked_at, fact_version ON pick_lines BEGIN
  UPDATE pick_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_lines_facts AFTER UPDATE OF product_id, qty_allocated, qty_picked, code, other_reason ON pick_lines WHEN OLD.fact_version = NEW.fact_version AND (OLD.product_id IS NOT NEW.product_id OR OLD.qty_allocated IS NOT NEW.qty_allocated OR OLD.qty_picked IS NOT NEW.qty_picked OR OLD.code IS NOT NEW.code OR OLD.other_reason IS NOT NEW.other_reason) BEGIN
  UPDATE pick_lines SET fact_version = fact_version + 1 WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_lines_gone AFTER DELETE ON pick_lines BEGIN
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'pick_line', OLD.id, (SELECT v FROM sync_clock), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE true
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
END;
--> statement-breakpoint
CREATE TRIGGER orders_stamp AFTER UPDATE OF account_id, delivery_site_id, delivery_address, contact_name, contact_phone, customer_notes, is_frozen, frozen_reason, is_sample, skip_dispatch, submitted_at ON orders BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE order_id = NEW.id AND state NOT IN ('shipped', 'closed');
END;
--> statement-breakpoint
CREATE TRIGGER order_lines_stamp AFTER UPDATE OF employee_id, product_name, decoration, notes, qty_requested ON order_lines WHEN OLD.employee_id IS NOT NEW.employee_id OR OLD.product_name IS NOT NEW.product_name OR OLD.decoration IS NOT NEW.decoration OR OLD.notes IS NOT NEW.notes OR OLD.qty_requested IS NOT NEW.qty_requested BEGIN
  UPDATE pick_lines SET v = (SELECT v FROM sync_clock) WHERE order_line_id = NEW.id AND EXISTS (SELECT 1 FROM picks WHERE id = pick_id AND state NOT IN ('shipped', 'closed'));
END;
--> statement-breakpoint
CREATE TRIGGER order_employees_stamp_new AFTER INSERT ON order_employees BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE order_id = NEW.order_id AND state NOT IN ('shipped', 'closed');
END;
--> statement-breakpoint
CREATE TRIGGER order_employees_stamp_gone AFTER DELETE ON order_employees BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE order_id = OLD.order_id AND state NOT IN ('shipped', 'closed');
END;
--> statement-breakpoint
CREATE TRIGGER users_stamp_new AFTER INSERT ON users WHEN NEW.role IN ('super', 'warehouse') BEGIN
  UPDATE users SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_stamp AFTER UPDATE OF forenames, surname, employee_number, role, is_disabled, deleted_at, pin_hash ON users WHEN OLD.forenames IS NOT NEW.forenames OR OLD.surname IS NOT NEW.surname OR OLD.employee_number IS NOT NEW.employee_number OR OLD.role IS NOT NEW.role OR OLD.is_disabled IS NOT NEW.is_disabled OR OLD.deleted_at IS NOT NEW.deleted_at OR OLD.pin_hash IS NOT NEW.pin_hash BEGIN
  UPDATE users SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_stamp_picks AFTER UPDATE OF forenames, surname ON users WHEN NEW.role IN ('super', 'warehouse') BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE picker_id = NEW.id AND state NOT IN ('shipped', 'closed');
END;
--> statement-breakpoint
CREATE TRIGGER accounts_stamp AFTER UPDATE OF name ON accounts WHEN OLD.name <> NEW.name BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE state NOT IN ('shipped', 'closed') AND EXISTS (SELECT 1 FROM orders WHERE id = order_id AND account_id = NEW.id);
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE account_id = NEW.id AND state IN ('requested', 'booking', 'failed');
END;
--> statement-breakpoint
CREATE TRIGGER sites_stamp AFTER UPDATE OF name, reference_1 ON sites WHEN OLD.name IS NOT NEW.name OR OLD.reference_1 IS NOT NEW.reference_1 BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE state NOT IN ('shipped', 'closed') AND EXISTS (SELECT 1 FROM orders WHERE id = order_id AND delivery_site_id = NEW.id);
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE site_id = NEW.id AND state IN ('requested', 'booking', 'failed');
END;
--> statement-breakpoint
CREATE TRIGGER products_stamp AFTER UPDATE OF parent_id, sku, name, variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size, bin, barcode ON products WHEN OLD.parent_id IS NOT NEW.parent_id OR OLD.sku IS NOT NEW.sku OR OLD.name IS NOT NEW.name OR OLD.variation_colour IS NOT NEW.variation_colour OR OLD.colour_hex IS NOT NEW.colour_hex OR OLD.variation_size_1 IS NOT NEW.variation_size_1 OR OLD.variation_size_2 IS NOT NEW.variation_size_2 OR OLD.variation_all_size IS NOT NEW.variation_all_size OR OLD.bin IS NOT NEW.bin OR OLD.barcode IS NOT NEW.barcode BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_stamp_children AFTER UPDATE OF name ON products WHEN NEW.parent_id IS NULL AND OLD.name <> NEW.name BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE parent_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER product_media_stamp_insert AFTER INSERT ON product_media BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.product_id OR parent_id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER product_media_stamp_update AFTER UPDATE ON product_media BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.product_id OR parent_id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER product_media_stamp_delete AFTER DELETE ON product_media BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = OLD.product_id OR parent_id = OLD.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER dispatches_stamp_new AFTER INSERT ON dispatches BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER dispatches_stamp AFTER UPDATE OF state, service_key, carrier, total_weight, total_items, mark_as_shipped, is_consolidated, delivery_address, contact_name, contact_email, contact_phone, booking_error, version ON dispatches BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER consignments_stamp_insert AFTER INSERT ON consignments BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = NEW.dispatch_id;
END;
--> statement-breakpoint
CREATE TRIGGER consignments_stamp_update AFTER UPDATE ON consignments BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = NEW.dispatch_id;
END;
--> statement-breakpoint
CREATE TRIGGER consignments_stamp_delete AFTER DELETE ON consignments BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = OLD.dispatch_id;
END;
--> statement-breakpoint
CREATE TRIGGER dispatch_orders_stamp_new AFTER INSERT ON dispatch_orders BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = NEW.dispatch_id;
END;
--> statement-breakpoint
CREATE TRIGGER dispatch_orders_stamp_gone AFTER DELETE ON dispatch_orders BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = OLD.dispatch_id;
END;
--> statement-breakpoint
CREATE TRIGGER error_codes_stamp_new AFTER INSERT ON error_codes BEGIN
  UPDATE error_codes SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER error_codes_stamp AFTER UPDATE OF code, description, requires_input ON error_codes BEGIN
  UPDATE error_codes SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER error_codes_gone AFTER DELETE ON error_codes BEGIN
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'error_code', OLD.id, (SELECT v FROM sync_clock), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE true
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
END;
--> statement-breakpoint
CREATE TRIGGER shelf_tasks_stamp_new AFTER INSERT ON shelf_tasks BEGIN
  UPDATE shelf_tasks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER shelf_tasks_stamp AFTER UPDATE OF product_id, qty, reason, done_at ON shelf_tasks BEGIN
  UPDATE shelf_tasks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER bags_stamp_new AFTER INSERT ON bags BEGIN
  UPDATE bags SET v = (SELECT v FROM sync_clock) WHERE pick_id = NEW.pick_id AND employee_id = NEW.employee_id;
END;
--> statement-breakpoint
CREATE TRIGGER bags_stamp AFTER UPDATE OF label_printed_at ON bags BEGIN
  UPDATE bags SET v = (SELECT v FROM sync_clock) WHERE pick_id = NEW.pick_id AND employee_id = NEW.employee_id;
END;
--> statement-breakpoint
CREATE TRIGGER sync_device_users_stamp AFTER INSERT ON sync_device_users BEGIN
  UPDATE sync_device_users SET v = (SELECT v FROM sync_clock) WHERE device = NEW.device AND user_id = NEW.user_id;
END;
