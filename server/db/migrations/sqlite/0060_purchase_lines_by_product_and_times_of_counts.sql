ALTER TABLE `count_requests` ADD `counted_at` text;--> statement-breakpoint
ALTER TABLE `stock_movements` ADD `counted_at` text;--> statement-breakpoint
CREATE INDEX `stock_movements_counted` ON `stock_movements` (`product_id`,`counted_at`) WHERE "stock_movements"."counted_at" is not null;--> statement-breakpoint
CREATE INDEX `purchase_order_lines_by_product` ON `purchase_order_lines` (`product_id`,`purchase_order_id`);--> statement-breakpoint
CREATE TRIGGER product_bins_stamp_new AFTER INSERT ON product_bins BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER product_bins_stamp AFTER UPDATE ON product_bins BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER product_bins_stamp_gone AFTER DELETE ON product_bins BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = OLD.product_id;
END;
