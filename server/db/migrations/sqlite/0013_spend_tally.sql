CREATE TABLE `spend_differences` (
	`kind` text NOT NULL,
	`of_id` integer DEFAULT 0 NOT NULL,
	`period` integer NOT NULL,
	`key_id` integer DEFAULT 0 NOT NULL,
	`n` integer DEFAULT 0 NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spend_differences_like_tally` ON `spend_differences` (`kind`,`of_id`,`period`,`key_id`);--> statement-breakpoint
CREATE TABLE `spend_tally` (
	`kind` text NOT NULL,
	`of_id` integer DEFAULT 0 NOT NULL,
	`period` integer NOT NULL,
	`key_id` integer DEFAULT 0 NOT NULL,
	`n` integer DEFAULT 0 NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `of_id`, `period`, `key_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `orders_of_account_by_status` ON `orders` (`account_id`,`status`,`submitted_at`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_of_account_submitted` ON `orders` (`account_id`,`submitted_at`) WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
-- What each order, line and approved return adds to what was spent, by the day of its submission in the UK: an hour ahead in summer.
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
  0, l.qty_requested - l.qty_cancelled, (l.qty_requested - l.qty_cancelled) * l.unit_price, 0
FROM order_lines l JOIN counted o ON o.id = l.order_id JOIN products p ON p.id = l.product_id
UNION ALL
SELECT o.id, l.id, r.id, x.id, o.account_id, o.site_id, o.day, l.product_id,
  coalesce(p.parent_id, p.id), l.employee_id, l.employee_role_id,
  0, 0, 0, x.qty_approved * l.unit_price
FROM return_lines x JOIN returns r ON r.id = x.return_id JOIN order_lines l ON l.id = x.order_line_id
  JOIN counted o ON o.id = l.order_id JOIN products p ON p.id = l.product_id
WHERE r.finalised_at IS NOT NULL AND x.qty_approved > 0;
--> statement-breakpoint
-- The same as rows of the tally: each kind, by day and by month.
CREATE VIEW spend_notes AS
SELECT f.order_id, f.line_id, f.return_id, f.return_line_id, f.product_id, k.kind,
  CASE k.kind WHEN 'site' THEN f.account_id WHEN 'product' THEN f.account_id WHEN 'wearer' THEN f.role_id ELSE 0 END AS of_id,
  CASE g.grain WHEN 'day' THEN f.day ELSE f.day / 100 END AS period,
  CASE k.kind WHEN 'client' THEN f.account_id WHEN 'site' THEN f.site_id WHEN 'wearer' THEN f.wearer_id ELSE f.style_id END AS key_id,
  CASE WHEN k.kind IN ('client', 'site') THEN f.orders ELSE f.pieces END AS n, f.spent, f.returned
FROM spend_facts f
CROSS JOIN (SELECT 'client' AS kind UNION ALL SELECT 'any_product' UNION ALL SELECT 'site' UNION ALL SELECT 'product' UNION ALL SELECT 'wearer') k
CROSS JOIN (SELECT 'day' AS grain UNION ALL SELECT 'month') g
WHERE (f.line_id IS NOT NULL OR k.kind IN ('client', 'site')) AND (k.kind <> 'wearer' OR f.role_id IS NOT NULL);
--> statement-breakpoint
CREATE TEMPORARY TABLE spend_filling AS SELECT account_id, site_id, day, style_id, wearer_id, role_id, orders, pieces, spent, returned FROM spend_facts;
--> statement-breakpoint
INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT 'client', 0, day, account_id, sum(orders), sum(spent), sum(returned) FROM spend_filling GROUP BY day, account_id;
--> statement-breakpoint
INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT 'site', account_id, day, site_id, sum(orders), sum(spent), sum(returned) FROM spend_filling GROUP BY account_id, day, site_id;
--> statement-breakpoint
INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT 'product', account_id, day, style_id, sum(pieces), sum(spent), sum(returned) FROM spend_filling WHERE style_id IS NOT NULL GROUP BY account_id, day, style_id;
--> statement-breakpoint
INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT 'any_product', 0, day, style_id, sum(pieces), sum(spent), sum(returned) FROM spend_filling WHERE style_id IS NOT NULL GROUP BY day, style_id;
--> statement-breakpoint
INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT 'wearer', role_id, day, wearer_id, sum(pieces), sum(spent), sum(returned) FROM spend_filling WHERE role_id IS NOT NULL GROUP BY role_id, day, wearer_id;
--> statement-breakpoint
INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period / 100, key_id, sum(n), sum(spent), sum(returned) FROM spend_tally GROUP BY kind, of_id, period / 100, key_id;
--> statement-breakpoint
DROP TABLE spend_filling;
--> statement-breakpoint
-- One writer adds to the tally itself.
CREATE VIEW spend_sums AS SELECT * FROM spend_tally;
--> statement-breakpoint
-- What a change touches is taken out as it was and put back as it is.
CREATE TRIGGER spend_tally_order_added AFTER INSERT ON orders WHEN NEW.submitted_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE order_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_order_left BEFORE UPDATE OF submitted_at, cancelled_at, deleted_at, is_sample, delivery_site_id, account_id ON orders WHEN OLD.submitted_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE order_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_order_changed AFTER UPDATE OF submitted_at, cancelled_at, deleted_at, is_sample, delivery_site_id, account_id ON orders WHEN NEW.submitted_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE order_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_order_removed BEFORE DELETE ON orders WHEN OLD.submitted_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE order_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_line_added AFTER INSERT ON order_lines WHEN (SELECT submitted_at FROM orders WHERE id = NEW.order_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE line_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_line_left BEFORE UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, unit_price ON order_lines WHEN (SELECT submitted_at FROM orders WHERE id = OLD.order_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE line_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_line_changed AFTER UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, unit_price ON order_lines WHEN (SELECT submitted_at FROM orders WHERE id = NEW.order_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE line_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_line_removed BEFORE DELETE ON order_lines WHEN (SELECT submitted_at FROM orders WHERE id = OLD.order_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE line_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_left BEFORE UPDATE OF finalised_at ON returns WHEN OLD.finalised_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE return_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_changed AFTER UPDATE OF finalised_at ON returns WHEN NEW.finalised_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE return_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_removed BEFORE DELETE ON returns WHEN OLD.finalised_at IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE return_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_line_added AFTER INSERT ON return_lines WHEN (SELECT finalised_at FROM returns WHERE id = NEW.return_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE return_line_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_line_left BEFORE UPDATE OF qty_approved, order_line_id ON return_lines WHEN (SELECT finalised_at FROM returns WHERE id = OLD.return_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE return_line_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_line_changed AFTER UPDATE OF qty_approved, order_line_id ON return_lines WHEN (SELECT finalised_at FROM returns WHERE id = NEW.return_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE return_line_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_return_line_removed BEFORE DELETE ON return_lines WHEN (SELECT finalised_at FROM returns WHERE id = OLD.return_id) IS NOT NULL BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE return_line_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_style_left BEFORE UPDATE OF parent_id ON products WHEN OLD.parent_id IS NOT NEW.parent_id BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, -sum(n), -sum(spent), -sum(returned) FROM spend_notes WHERE product_id = OLD.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
--> statement-breakpoint
CREATE TRIGGER spend_tally_style_changed AFTER UPDATE OF parent_id ON products WHEN OLD.parent_id IS NOT NEW.parent_id BEGIN
  INSERT INTO spend_tally (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) FROM spend_notes WHERE product_id = NEW.id GROUP BY kind, of_id, period, key_id
  ON CONFLICT (kind, of_id, period, key_id) DO UPDATE SET n = n + excluded.n, spent = spent + excluded.spent, returned = returned + excluded.returned;
END;
