CREATE TABLE `size_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `size_links_token_hash_unique` ON `size_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `size_links_by_order` ON `size_links` (`order_id`,`employee_id`);--> statement-breakpoint
CREATE INDEX `size_links_by_age` ON `size_links` (`expires_at`);