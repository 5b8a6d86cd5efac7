DROP TRIGGER orders_stamp ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_stamp AFTER UPDATE OF account_id, delivery_site_id, delivery_address, contact_name, contact_phone, customer_notes, required_on, is_frozen, frozen_reason, is_sample, skip_dispatch, submitted_at ON orders FOR EACH ROW EXECUTE FUNCTION sync_order();
--> statement-breakpoint
DROP TRIGGER purchase_orders_stamp ON purchase_orders;
--> statement-breakpoint
CREATE TRIGGER purchase_orders_stamp BEFORE INSERT OR UPDATE OF our_reference, supplier_reference, supplier_id, account_id, work_order, due_on, approved_at, cancelled_at, closed_at ON purchase_orders FOR EACH ROW EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE FUNCTION sync_supplier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchase_orders SET v = sync_version() WHERE supplier_id = NEW.id AND approved_at IS NOT NULL AND cancelled_at IS NULL AND closed_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppliers_stamp AFTER UPDATE OF name ON suppliers FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION sync_supplier();
