ALTER TABLE `pick_lines` ADD `product_v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `shelf_tasks_open_by_product` ON `shelf_tasks` (`product_id`) WHERE "shelf_tasks"."done_at" is null;--> statement-breakpoint
-- A style comes to the floor with an order, or with a product that is put on a line of an order that is there already.
CREATE TRIGGER pick_lines_product_new AFTER INSERT ON pick_lines BEGIN
  UPDATE pick_lines SET product_v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_lines_product AFTER UPDATE OF product_id ON pick_lines WHEN OLD.product_id IS NOT NEW.product_id BEGIN
  UPDATE pick_lines SET product_v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A new SKU belongs to a style that tablets may hold.
CREATE TRIGGER products_stamp_new AFTER INSERT ON products WHEN NEW.parent_id IS NOT NULL BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
-- What is to go back to the shelf is named with its product's words and its bin.
CREATE TRIGGER products_stamp_tasks AFTER UPDATE OF v ON products BEGIN
  UPDATE shelf_tasks SET v = (SELECT v FROM sync_clock) WHERE product_id = NEW.id AND done_at IS NULL;
END;
