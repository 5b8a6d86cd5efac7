ALTER TABLE `dispatches` ADD `labels_printed_at` text;
--> statement-breakpoint
DROP TRIGGER dispatches_stamp;
--> statement-breakpoint
CREATE TRIGGER dispatches_stamp AFTER UPDATE OF state, service_key, carrier, total_weight, total_items, mark_as_shipped, is_consolidated, delivery_address, contact_name, contact_email, contact_phone, booking_error, version, labels_printed_at ON dispatches BEGIN
  UPDATE dispatches SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
