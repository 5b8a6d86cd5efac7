ALTER TABLE `products` ADD `successor_id` integer CONSTRAINT `products_successor` CHECK (`successor_id` <> `id`) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE `products` ADD `supplier_price` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `pack_size` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `min_order_qty` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `lead_time_days` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `reorder_point` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `wear_months` integer CONSTRAINT `products_terms` CHECK (`supplier_price` >= 0 and `pack_size` >= 1 and `min_order_qty` >= 1 and `lead_time_days` >= 0 and `reorder_point` >= 0 and `wear_months` >= 1);--> statement-breakpoint
ALTER TABLE `products` ADD `measures` text;--> statement-breakpoint
CREATE INDEX `products_discontinued` ON `products` (`discontinued_at`) WHERE "products"."discontinued_at" is not null and "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_by_successor` ON `products` (`successor_id`) WHERE "products"."successor_id" is not null;
