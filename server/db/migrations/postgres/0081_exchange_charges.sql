ALTER TABLE "order_lines" ADD COLUMN "qty_uncharged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "qty_uncredited" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What each order, line and approved return adds to what was spent. Items sent in exchange are not charged, and those they replace are not credited.
CREATE OR REPLACE VIEW spend_facts AS
WITH counted AS NOT MATERIALIZED (
  SELECT id, account_id, coalesce(delivery_site_id, 0) AS site_id, to_char(submitted_at AT TIME ZONE 'Europe/London', 'YYYYMMDD')::integer AS day
  FROM orders WHERE submitted_at IS NOT NULL AND cancelled_at IS NULL AND deleted_at IS NULL AND NOT is_sample
)
SELECT o.id AS order_id, NULL::bigint AS line_id, NULL::bigint AS return_id, NULL::bigint AS return_line_id, o.account_id, o.site_id, o.day, NULL::bigint AS product_id,
  NULL::bigint AS style_id, NULL::bigint AS wearer_id, NULL::bigint AS role_id, 1 AS orders, 0 AS pieces, 0 AS spent, 0 AS returned
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
DROP TRIGGER spend_tally_before ON order_lines;
--> statement-breakpoint
DROP TRIGGER spend_tally_after ON order_lines;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, qty_uncharged, unit_price OR DELETE ON order_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_order_lines();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER INSERT OR UPDATE OF order_id, employee_id, product_id, employee_role_id, qty_requested, qty_cancelled, qty_uncharged, unit_price ON order_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_order_lines();
--> statement-breakpoint
DROP TRIGGER spend_tally_before ON return_lines;
--> statement-breakpoint
DROP TRIGGER spend_tally_after ON return_lines;
--> statement-breakpoint
CREATE TRIGGER spend_tally_before BEFORE UPDATE OF qty_approved, qty_uncredited, order_line_id OR DELETE ON return_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_return_lines();
--> statement-breakpoint
CREATE TRIGGER spend_tally_after AFTER INSERT OR UPDATE OF qty_approved, qty_uncredited, order_line_id ON return_lines FOR EACH ROW EXECUTE FUNCTION spend_tally_of_return_lines();
