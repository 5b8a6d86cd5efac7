CREATE FUNCTION sync_tote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET v = sync_version() WHERE v <> sync_version() AND id IN (SELECT receipt_allocations.receipt_id FROM receipt_allocations
    JOIN order_lines ON order_lines.id = receipt_allocations.order_line_id WHERE order_lines.order_id = NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tote AFTER UPDATE OF tote ON orders FOR EACH ROW WHEN (OLD.tote IS DISTINCT FROM NEW.tote) EXECUTE FUNCTION sync_tote();
