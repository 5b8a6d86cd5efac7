ALTER TABLE "products" ADD COLUMN "size_order" jsonb;--> statement-breakpoint
-- Tablets show the sizes of a style in its order.
CREATE TRIGGER products_stamp_place BEFORE UPDATE OF position ON products FOR EACH ROW WHEN (OLD.position IS DISTINCT FROM NEW.position) EXECUTE FUNCTION sync_stamp();
