CREATE TRIGGER orders_tote AFTER UPDATE OF tote ON orders WHEN OLD.tote IS NOT NEW.tote BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id IN (SELECT receipt_allocations.receipt_id FROM receipt_allocations
    JOIN order_lines ON order_lines.id = receipt_allocations.order_line_id WHERE order_lines.order_id = NEW.id);
END;
