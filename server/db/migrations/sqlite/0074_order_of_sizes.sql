ALTER TABLE `products` ADD `size_order` text;--> statement-breakpoint
-- Tablets show the sizes of a style in its order.
CREATE TRIGGER products_stamp_place AFTER UPDATE OF position ON products WHEN OLD.position IS NOT NEW.position BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
