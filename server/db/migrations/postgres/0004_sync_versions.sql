-- Rows that tablets hold are stamped with the transaction that changed what a tablet sees of them. The version column itself is
-- in no list below, so that stamping stamps nothing.
INSERT INTO sync_clock (v, epoch) SELECT 1, replace(gen_random_uuid()::text, '-', '') WHERE NOT EXISTS (SELECT 1 FROM sync_clock);
--> statement-breakpoint
CREATE FUNCTION sync_version() RETURNS bigint LANGUAGE sql AS $$ SELECT pg_current_xact_id()::text::bigint $$;
--> statement-breakpoint
CREATE FUNCTION sync_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.v := sync_version();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER picks_stamp BEFORE INSERT OR UPDATE OF state, picker_id, tote, released_at, started_at, picked_at, booked_at ON picks FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER dispatches_stamp BEFORE INSERT OR UPDATE OF state, service_key, carrier, total_weight, total_items, mark_as_shipped, is_consolidated, delivery_address, contact_name, contact_email, contact_phone, booking_error, version ON dispatches FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER error_codes_stamp BEFORE INSERT OR UPDATE OF code, description, requires_input ON error_codes FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER shelf_tasks_stamp BEFORE INSERT OR UPDATE OF product_id, qty, reason, done_at ON shelf_tasks FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER bags_stamp BEFORE INSERT OR UPDATE OF label_printed_at ON bags FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER sync_device_users_stamp BEFORE INSERT ON sync_device_users FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER users_stamp_new BEFORE INSERT ON users FOR EACH ROW WHEN (NEW.role IN ('super', 'warehouse')) EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER users_stamp BEFORE UPDATE OF forenames, surname, employee_number, role, is_disabled, deleted_at, pin_hash ON users FOR EACH ROW WHEN (OLD.forenames IS DISTINCT FROM NEW.forenames OR OLD.surname IS DISTINCT FROM NEW.surname OR OLD.employee_number IS DISTINCT FROM NEW.employee_number OR OLD.role IS DISTINCT FROM NEW.role OR OLD.is_disabled IS DISTINCT FROM NEW.is_disabled OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.pin_hash IS DISTINCT FROM NEW.pin_hash) EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE TRIGGER products_stamp BEFORE UPDATE OF parent_id, sku, name, variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size, bin, barcode ON products FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id OR OLD.sku IS DISTINCT FROM NEW.sku OR OLD.name IS DISTINCT FROM NEW.name OR OLD.variation_colour IS DISTINCT FROM NEW.variation_colour OR OLD.colour_hex IS DISTINCT FROM NEW.colour_hex OR OLD.variation_size_1 IS DISTINCT FROM NEW.variation_size_1 OR OLD.variation_size_2 IS DISTINCT FROM NEW.variation_size_2 OR OLD.variation_all_size IS DISTINCT FROM NEW.variation_all_size OR OLD.bin IS DISTINCT FROM NEW.bin OR OLD.barcode IS DISTINCT FROM NEW.barcode) EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE FUNCTION sync_pick_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.v := sync_version();
  IF TG_OP = 'UPDATE' AND OLD.fact_version = NEW.fact_version AND (OLD.product_id IS DISTINCT FROM NEW.product_id OR OLD.qty_allocated IS DISTINCT FROM NEW.qty_allocated OR OLD.qty_picked IS DISTINCT FROM NEW.qty_picked OR OLD.code IS DISTINCT FROM NEW.code OR OLD.other_reason IS DISTINCT FROM NEW.other_reason) THEN
    NEW.fact_version := NEW.fact_version + 1;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pick_lines_stamp BEFORE INSERT OR UPDATE OF product_id, qty_allocated, qty_picked, code, other_reason, picked_by, picked_at, prep_ticked_at, fact_version ON pick_lines FOR EACH ROW EXECUTE FUNCTION sync_pick_line();
--> statement-breakpoint
CREATE FUNCTION sync_enter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO floor_orders (order_id, entered_v) VALUES (NEW.order_id, sync_version())
    ON CONFLICT (order_id) DO UPDATE SET entered_v = excluded.entered_v;
  DELETE FROM sync_tombstones WHERE kind = 'pick' AND key = (SELECT uuid FROM orders WHERE id = NEW.order_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER picks_enter_new AFTER INSERT ON picks FOR EACH ROW WHEN (NEW.state NOT IN ('shipped', 'closed')) EXECUTE FUNCTION sync_enter();
--> statement-breakpoint
CREATE TRIGGER picks_enter AFTER UPDATE OF state ON picks FOR EACH ROW WHEN (OLD.state IN ('shipped', 'closed') AND NEW.state NOT IN ('shipped', 'closed')) EXECUTE FUNCTION sync_enter();
--> statement-breakpoint
CREATE FUNCTION sync_leave() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM floor_orders WHERE order_id = NEW.order_id;
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'pick', uuid, sync_version(), now() FROM orders WHERE id = NEW.order_id
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
  UPDATE pick_lines SET fact_version = fact_version + 1 WHERE pick_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER picks_leave AFTER UPDATE OF state ON picks FOR EACH ROW WHEN (OLD.state NOT IN ('shipped', 'closed') AND NEW.state IN ('shipped', 'closed')) EXECUTE FUNCTION sync_leave();
--> statement-breakpoint
CREATE FUNCTION sync_pick_line_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'pick_line', OLD.id::text, sync_version(), now()
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pick_lines_gone AFTER DELETE ON pick_lines FOR EACH ROW EXECUTE FUNCTION sync_pick_line_gone();
--> statement-breakpoint
CREATE FUNCTION sync_error_code_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_tombstones (kind, key, v, at) SELECT 'error_code', OLD.id::text, sync_version(), now()
    ON CONFLICT (kind, key) DO UPDATE SET v = excluded.v, at = excluded.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER error_codes_gone AFTER DELETE ON error_codes FOR EACH ROW EXECUTE FUNCTION sync_error_code_gone();
--> statement-breakpoint
CREATE FUNCTION sync_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE picks SET v = sync_version() WHERE order_id = NEW.id AND state NOT IN ('shipped', 'closed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_stamp AFTER UPDATE OF account_id, delivery_site_id, delivery_address, contact_name, contact_phone, customer_notes, is_frozen, frozen_reason, is_sample, skip_dispatch, submitted_at ON orders FOR EACH ROW EXECUTE FUNCTION sync_order();
--> statement-breakpoint
CREATE FUNCTION sync_order_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pick_lines SET v = sync_version() WHERE order_line_id = NEW.id AND EXISTS (SELECT 1 FROM picks WHERE picks.id = pick_lines.pick_id AND state NOT IN ('shipped', 'closed'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_stamp AFTER UPDATE OF employee_id, product_name, decoration, notes, qty_requested ON order_lines FOR EACH ROW WHEN (OLD.employee_id IS DISTINCT FROM NEW.employee_id OR OLD.product_name IS DISTINCT FROM NEW.product_name OR OLD.decoration IS DISTINCT FROM NEW.decoration OR OLD.notes IS DISTINCT FROM NEW.notes OR OLD.qty_requested IS DISTINCT FROM NEW.qty_requested) EXECUTE FUNCTION sync_order_line();
--> statement-breakpoint
CREATE FUNCTION sync_order_wearers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE picks SET v = sync_version() WHERE order_id = coalesce(NEW.order_id, OLD.order_id) AND state NOT IN ('shipped', 'closed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_employees_stamp AFTER INSERT OR DELETE ON order_employees FOR EACH ROW EXECUTE FUNCTION sync_order_wearers();
--> statement-breakpoint
CREATE FUNCTION sync_picker_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE picks SET v = sync_version() WHERE picker_id = NEW.id AND state NOT IN ('shipped', 'closed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_stamp_picks AFTER UPDATE OF forenames, surname ON users FOR EACH ROW WHEN (NEW.role IN ('super', 'warehouse')) EXECUTE FUNCTION sync_picker_name();
--> statement-breakpoint
CREATE FUNCTION sync_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE picks SET v = sync_version() WHERE state NOT IN ('shipped', 'closed') AND EXISTS (SELECT 1 FROM orders WHERE orders.id = picks.order_id AND account_id = NEW.id);
  UPDATE dispatches SET v = sync_version() WHERE account_id = NEW.id AND state IN ('requested', 'booking', 'failed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_stamp AFTER UPDATE OF name ON accounts FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION sync_account();
--> statement-breakpoint
CREATE FUNCTION sync_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE picks SET v = sync_version() WHERE state NOT IN ('shipped', 'closed') AND EXISTS (SELECT 1 FROM orders WHERE orders.id = picks.order_id AND delivery_site_id = NEW.id);
  UPDATE dispatches SET v = sync_version() WHERE site_id = NEW.id AND state IN ('requested', 'booking', 'failed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sites_stamp AFTER UPDATE OF name, reference_1 ON sites FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.reference_1 IS DISTINCT FROM NEW.reference_1) EXECUTE FUNCTION sync_site();
--> statement-breakpoint
CREATE FUNCTION sync_style() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET v = sync_version() WHERE parent_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stamp_children AFTER UPDATE OF name ON products FOR EACH ROW WHEN (NEW.parent_id IS NULL AND OLD.name <> NEW.name) EXECUTE FUNCTION sync_style();
--> statement-breakpoint
CREATE FUNCTION sync_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET v = sync_version() WHERE id = coalesce(NEW.product_id, OLD.product_id) OR parent_id = coalesce(NEW.product_id, OLD.product_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_media_stamp AFTER INSERT OR UPDATE OR DELETE ON product_media FOR EACH ROW EXECUTE FUNCTION sync_picture();
--> statement-breakpoint
CREATE FUNCTION sync_dispatch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dispatches SET v = sync_version() WHERE id = coalesce(NEW.dispatch_id, OLD.dispatch_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER consignments_stamp AFTER INSERT OR UPDATE OR DELETE ON consignments FOR EACH ROW EXECUTE FUNCTION sync_dispatch();
--> statement-breakpoint
CREATE TRIGGER dispatch_orders_stamp AFTER INSERT OR DELETE ON dispatch_orders FOR EACH ROW EXECUTE FUNCTION sync_dispatch();
