CREATE TABLE "spend_differences" (
	"kind" text NOT NULL,
	"of_id" bigint DEFAULT 0 NOT NULL,
	"period" integer NOT NULL,
	"key_id" bigint DEFAULT 0 NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spend_tally" (
	"kind" text NOT NULL,
	"of_id" bigint DEFAULT 0 NOT NULL,
	"period" integer NOT NULL,
	"key_id" bigint DEFAULT 0 NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "spend_tally_kind_of_id_period_key_id_pk" PRIMARY KEY("kind","of_id","period","key_id")
);
--> statement-breakpoint
CREATE INDEX "spend_differences_like_tally" ON "spend_differences" USING btree ("kind","of_id","period","key_id");--> statement-breakpoint
CREATE INDEX "orders_of_account_by_status" ON "orders" USING btree ("account_id","status","submitted_at") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_account_submitted" ON "orders" USING btree ("account_id","submitted_at") WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
-- What each order, line and approved return adds to what was spent, by the day of its submission in the UK.
CREATE VIEW spend_facts AS
WITH counted AS (
  SELECT id, account_id, coalesce(delivery_site_id, 0) AS site_id, to_char(submitted_at AT TIME ZONE 'Europe/London', 'YYYYMMDD')::integer AS day
  FROM orders WHERE submitted_at IS NOT NULL AND cancelled_at IS NULL AND deleted_at IS NULL AND NOT is_sample
)
SELECT o.id AS order_id, NULL::bigint AS line_id, NULL::bigint AS return_id, NULL::bigint AS return_line_id, o.account_id, o.site_id, o.day, NULL::bigint AS product_id,
  NULL::bigint AS style_id, NULL::bigint AS wearer_id, NULL::bigint AS role_id, 1 AS orders, 0 AS pieces, 0 AS spent, 0 AS returned
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
CREATE VIEW spend_sums AS SELECT * FROM spend_tally UNION ALL SELECT * FROM spend_differences;
--> statement-breakpoint
-- What a change touches is taken out as it was and put back as it is. Each appends its differences, so that no two writers wait for one row.
CREATE FUNCTION spend_tally_note_order(sign integer, which bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spend_differences (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sign * sum(n), sign * sum(spent), sign * sum(returned) FROM spend_notes WHERE order_id = which GROUP BY kind, of_id, period, key_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION spend_tally_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' AND OLD.submitted_at IS NOT NULL THEN PERFORM spend_tally_note_order(-1, OLD.id); END IF;
  IF TG_WHEN = 'AFTER' AND NEW.submitted_at IS NOT NULL THEN PERFORM spend_tally_note_order(1, NEW.id); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF submitted_at, cancelled_at, deleted_at, is_sample, delivery_site_id, account_id OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION spend_tally_of_orders();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER INSERT OR UPDATE OF submitted_at, cancelled_at, deleted_at, is_sample, delivery_site_id, account_id ON orders FOR EACH ROW EXECUTE FUNCTION spend_tally_of_orders();
--> statement-breakpoint
CREATE FUNCTION spend_tally_note_line(sign integer, which bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spend_differences (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sign * sum(n), sign * sum(spent), sign * sum(returned) FROM spend_notes WHERE line_id = which GROUP BY kind, of_id, period, key_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION spend_tally_of_order_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' AND (SELECT submitted_at FROM orders WHERE id = OLD.order_id) IS NOT NULL THEN PERFORM spend_tally_note_line(-1, OLD.id); END IF;
  IF TG_WHEN = 'AFTER' AND (SELECT submitted_at FROM orders WHERE id = NEW.order_id) IS NOT NULL THEN PERFORM spend_tally_note_line(1, NEW.id); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, unit_price OR DELETE ON order_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_order_lines();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER INSERT OR UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, unit_price ON order_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_order_lines();
--> statement-breakpoint
CREATE FUNCTION spend_tally_note_return(sign integer, which bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spend_differences (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sign * sum(n), sign * sum(spent), sign * sum(returned) FROM spend_notes WHERE return_id = which GROUP BY kind, of_id, period, key_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION spend_tally_of_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' AND OLD.finalised_at IS NOT NULL THEN PERFORM spend_tally_note_return(-1, OLD.id); END IF;
  IF TG_WHEN = 'AFTER' AND NEW.finalised_at IS NOT NULL THEN PERFORM spend_tally_note_return(1, NEW.id); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF finalised_at OR DELETE ON returns FOR EACH ROW EXECUTE FUNCTION spend_tally_of_returns();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER INSERT OR UPDATE OF finalised_at ON returns FOR EACH ROW EXECUTE FUNCTION spend_tally_of_returns();
--> statement-breakpoint
CREATE FUNCTION spend_tally_note_return_line(sign integer, which bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spend_differences (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sign * sum(n), sign * sum(spent), sign * sum(returned) FROM spend_notes WHERE return_line_id = which GROUP BY kind, of_id, period, key_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION spend_tally_of_return_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' AND (SELECT finalised_at FROM returns WHERE id = OLD.return_id) IS NOT NULL THEN PERFORM spend_tally_note_return_line(-1, OLD.id); END IF;
  IF TG_WHEN = 'AFTER' AND (SELECT finalised_at FROM returns WHERE id = NEW.return_id) IS NOT NULL THEN PERFORM spend_tally_note_return_line(1, NEW.id); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF qty_approved, order_line_id OR DELETE ON return_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_return_lines();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER INSERT OR UPDATE OF qty_approved, order_line_id ON return_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_return_lines();
--> statement-breakpoint
CREATE FUNCTION spend_tally_note_product(sign integer, which bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spend_differences (kind, of_id, period, key_id, n, spent, returned)
  SELECT kind, of_id, period, key_id, sign * sum(n), sign * sum(spent), sign * sum(returned) FROM spend_notes WHERE product_id = which GROUP BY kind, of_id, period, key_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION spend_tally_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' THEN PERFORM spend_tally_note_product(-1, OLD.id); ELSE PERFORM spend_tally_note_product(1, NEW.id); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF parent_id ON products FOR EACH ROW
WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION spend_tally_of_products();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER UPDATE OF parent_id ON products FOR EACH ROW
WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION spend_tally_of_products();
