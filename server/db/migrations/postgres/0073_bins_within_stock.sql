-- A SKU is picked from one bin, which is no overflow bin of it; and overflow bins hold no more of a SKU than is on hand.
DELETE FROM product_bins WHERE EXISTS (
  SELECT 1 FROM products WHERE products.id = product_bins.product_id AND upper(products.bin) = upper(product_bins.bin));
--> statement-breakpoint
UPDATE product_bins SET qty = (SELECT CASE WHEN kept.qty_left <= 0 THEN 0 WHEN kept.qty_left < kept.qty THEN kept.qty_left ELSE kept.qty END
  FROM (SELECT held.product_id, held.bin, held.qty,
      coalesce(level.qty_available, 0) - sum(held.qty) OVER (PARTITION BY held.product_id ORDER BY held.qty DESC, held.bin) + held.qty AS qty_left
    FROM product_bins held LEFT JOIN stock_levels level ON level.product_id = held.product_id) kept
  WHERE kept.product_id = product_bins.product_id AND kept.bin = product_bins.bin);
--> statement-breakpoint
DELETE FROM product_bins WHERE qty = 0;
--> statement-breakpoint
-- An overflow bin that becomes the pick bin: nothing moves, so what was in the pick bin before is in an overflow bin from then on.
CREATE FUNCTION products_pick_bin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM product_bins WHERE product_id = NEW.id AND upper(bin) = upper(NEW.bin)) THEN RETURN NULL; END IF;
  INSERT INTO product_bins (product_id, bin, qty)
    SELECT NEW.id, OLD.bin, level.qty_available - held.qty FROM stock_levels level
      CROSS JOIN (SELECT sum(qty) AS qty FROM product_bins WHERE product_id = NEW.id) held
      WHERE level.product_id = NEW.id AND OLD.bin IS NOT NULL AND upper(OLD.bin) <> upper(NEW.bin) AND level.qty_available > held.qty;
  DELETE FROM product_bins WHERE product_id = NEW.id AND upper(bin) = upper(NEW.bin);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_pick_bin AFTER UPDATE OF bin ON products FOR EACH ROW WHEN (NEW.bin IS DISTINCT FROM OLD.bin) EXECUTE FUNCTION products_pick_bin();
