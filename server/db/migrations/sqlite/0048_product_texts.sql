ALTER TABLE `products` ADD `text_v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `products_by_text_v` ON `products` (`text_v`);--> statement-breakpoint
-- A search reads again what these triggers mark: products with other words, new ones and deleted ones.
CREATE TRIGGER products_text_new AFTER INSERT ON products BEGIN
  UPDATE products SET text_v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_text AFTER UPDATE OF parent_id, name, sku, supplier_sku, brand, category_id, variation_colour, variation_size_1, variation_size_2, deleted_at ON products WHEN OLD.parent_id IS NOT NEW.parent_id OR OLD.name IS NOT NEW.name OR OLD.sku IS NOT NEW.sku OR OLD.supplier_sku IS NOT NEW.supplier_sku OR OLD.brand IS NOT NEW.brand OR OLD.category_id IS NOT NEW.category_id OR OLD.variation_colour IS NOT NEW.variation_colour OR OLD.variation_size_1 IS NOT NEW.variation_size_1 OR OLD.variation_size_2 IS NOT NEW.variation_size_2 OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE products SET text_v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_text AFTER UPDATE OF name ON categories WHEN OLD.name IS NOT NEW.name BEGIN
  UPDATE products SET text_v = (SELECT v FROM sync_clock) WHERE category_id = NEW.id;
END;
