ALTER TABLE "dispatches" ADD COLUMN "labels_printed_at" timestamp(3) with time zone;
--> statement-breakpoint
DROP TRIGGER dispatches_stamp ON dispatches;
--> statement-breakpoint
CREATE TRIGGER dispatches_stamp BEFORE INSERT OR UPDATE OF state, service_key, carrier, total_weight, total_items, mark_as_shipped, is_consolidated, delivery_address, contact_name, contact_email, contact_phone, booking_error, version, labels_printed_at ON dispatches FOR EACH ROW EXECUTE FUNCTION sync_stamp();
