CREATE TABLE `supplier_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`supplier_id` integer NOT NULL,
	`commentator_id` integer NOT NULL,
	`comment` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`supplier_id`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`commentator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `supplier_comments_by_supplier` ON `supplier_comments` (`supplier_id`,`id`);--> statement-breakpoint
ALTER TABLE `suppliers` ADD `min_order_value` integer;--> statement-breakpoint
ALTER TABLE `suppliers` ADD `carriage` integer;--> statement-breakpoint
ALTER TABLE `suppliers` ADD `lead_time_days` integer;