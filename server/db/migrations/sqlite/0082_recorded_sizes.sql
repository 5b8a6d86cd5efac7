CREATE TABLE `recorded_sizes` (
	`user_id` integer NOT NULL,
	`style_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`recorded_by` integer NOT NULL,
	`recorded_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `style_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`style_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recorded_sizes_by_style` ON `recorded_sizes` (`style_id`);--> statement-breakpoint
CREATE INDEX `recorded_sizes_by_product` ON `recorded_sizes` (`product_id`);--> statement-breakpoint
CREATE INDEX `recorded_sizes_by_recorder` ON `recorded_sizes` (`recorded_by`);--> statement-breakpoint
CREATE INDEX `recorded_sizes_by_account` ON `recorded_sizes` (`account_id`);