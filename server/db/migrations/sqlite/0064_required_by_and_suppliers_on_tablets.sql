DROP TRIGGER orders_stamp;
--> statement-breakpoint
CREATE TRIGGER orders_stamp AFTER UPDATE OF account_id, delivery_site_id, delivery_address, contact_name, contact_phone, customer_notes, required_on, is_frozen, frozen_reason, is_sample, skip_dispatch, submitted_at ON orders BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE order_id = NEW.id AND state NOT IN ('shipped', 'closed');
END;
--> statement-breakpoint
DROP TRIGGER purchase_orders_stamp;
--> statement-breakpoint
CREATE TRIGGER purchase_orders_stamp AFTER UPDATE OF our_reference, supplier_reference, supplier_id, account_id, work_order, due_on, approved_at, cancelled_at, closed_at ON purchase_orders BEGIN
  UPDATE purchase_orders SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER suppliers_stamp AFTER UPDATE OF name ON suppliers WHEN OLD.name <> NEW.name BEGIN
  UPDATE purchase_orders SET v = (SELECT v FROM sync_clock) WHERE supplier_id = NEW.id AND approved_at IS NOT NULL AND cancelled_at IS NULL AND closed_at IS NULL;
END;
