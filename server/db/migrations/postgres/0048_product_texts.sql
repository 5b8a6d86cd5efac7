ALTER TABLE "products" ADD COLUMN "text_v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_text_v" ON "products" USING btree ("text_v");--> statement-breakpoint
-- A search reads again what these triggers mark: products with other words, new ones and deleted ones.
CREATE FUNCTION product_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.text_v := sync_version();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_text_new BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION product_text();
--> statement-breakpoint
CREATE TRIGGER products_text BEFORE UPDATE OF parent_id, name, sku, supplier_sku, brand, category_id, variation_colour, variation_size_1, variation_size_2, deleted_at ON products FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id OR OLD.name IS DISTINCT FROM NEW.name OR OLD.sku IS DISTINCT FROM NEW.sku OR OLD.supplier_sku IS DISTINCT FROM NEW.supplier_sku OR OLD.brand IS DISTINCT FROM NEW.brand OR OLD.category_id IS DISTINCT FROM NEW.category_id OR OLD.variation_colour IS DISTINCT FROM NEW.variation_colour OR OLD.variation_size_1 IS DISTINCT FROM NEW.variation_size_1 OR OLD.variation_size_2 IS DISTINCT FROM NEW.variation_size_2 OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION product_text();
--> statement-breakpoint
CREATE FUNCTION category_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET text_v = sync_version() WHERE category_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_text AFTER UPDATE OF name ON categories FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION category_text();
