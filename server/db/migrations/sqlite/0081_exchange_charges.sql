ALTER TABLE `order_lines` ADD `qty_uncharged` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `return_lines` ADD `qty_uncredited` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What each order, line and approved return adds to what was spent. Items sent in exchange are not charged, and those they replace are not credited.
DROP VIEW spend_facts;
--> statement-breakpoint
CREATE VIEW spend_facts AS
WITH counted AS (
  SELECT id, account_id, coalesce(delivery_site_id, 0) AS site_id, cast(strftime('%Y%m%d', submitted_at, CASE
    WHEN submitted_at >= date(substr(submitted_at, 1, 4) || '-03-25', 'weekday 0') || 'T01'
      AND submitted_at < date(substr(submitted_at, 1, 4) || '-10-25', 'weekday 0') || 'T01' THEN '+1 hour' ELSE '+0 hours' END) AS integer) AS day
  FROM orders WHERE submitted_at IS NOT NULL AND cancelled_at IS NULL AND deleted_at IS NULL AND NOT is_sample
)
SELECT o.id AS order_id, NULL AS line_id, NULL AS return_id, NULL AS return_line_id, o.account_id, o.site_id, o.day, NULL AS product_id,
  NULL AS style_id, NULL AS wearer_id, NULL AS role_id, 1 AS orders, 0 AS pieces, 0 AS spent, 0 AS returned
FROM counted o
UNION ALL
SELECT o.id, l.id, NULL, NULL, o.account_id, o.site_id, o.day, l.product_id,
  coalesce(p.parent_id, p.id), l.employee_id, l.employee_role_id,
  0, l.qty_requested - l.qty_cancelled,
  CASE WHEN l.qty_requested - l.qty_cancelled > l.qty_uncharged THEN l.qty_requested - l.qty_cancelled - l.qty_uncharged ELSE 0 END * l.unit_price, 0
FROM order_lines l JOIN counted o ON o.id = l.order_id JOIN products p ON p.id = l.product_id
UNION ALL
SELECT o.id, l.id, r.id, x.id, o.account_id, o.site_id, o.day, l.product_id,
  coalesce(p.parent_id, p.id), l.employee_id, l.employee_role_id,
  0, 0, 0, (x.qty_approved - x.qty_uncredited) * l.unit_price
FROM return_lines x JOIN returns r ON r.id = x.return_id JOIN order_lines l ON l.id = x.order_line_id
  JOIN counted o ON o.id = l.order_id JOIN products p ON p.id = l.product_id
WHERE r.finalised_at IS NOT NULL AND x.qty_approved > 0;
--> statement-breakpoint
DROP TRIGGER spend_tally_line_left;
--> statement-breakpoint
CREATE TRIGGER spend_tally_line_left BEFORE UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, qty_uncharged, unit_price ON order_lines WHEN (SELECT submitted_at FROM orders WHERE id = OLD.order_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE line_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
DROP TRIGGER spend_tally_line_changed;
--> statement-breakpoint
CREATE TRIGGER spend_tally_line_changed AFTER UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, qty_uncharged, unit_price ON order_lines WHEN (SELECT submitted_at FROM orders WHERE id = NEW.order_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE line_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
DROP TRIGGER spend_tally_return_line_left;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_line_left BEFORE UPDATE OF qty_approved, qty_uncredited, order_line_id ON return_lines WHEN (SELECT finalised_at FROM returns WHERE id = OLD.return_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE return_line_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
DROP TRIGGER spend_tally_return_line_changed;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_line_changed AFTER UPDATE OF qty_approved, qty_uncredited, order_line_id ON return_lines WHEN (SELECT finalised_at FROM returns WHERE id = NEW.return_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE return_line_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
