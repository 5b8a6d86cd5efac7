CREATE TABLE `box_weight_samples` (
	`product_id` integer NOT NULL,
	`style_id` integer NOT NULL,
	`dispatch_id` integer NOT NULL,
	`grams` real NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`product_id`, `dispatch_id`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`style_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dispatch_id`) REFERENCES `dispatches`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "box_weight_samples_grams" CHECK("box_weight_samples"."grams" > 0)
);
--> statement-breakpoint
CREATE INDEX `box_weight_samples_by_style` ON `box_weight_samples` (`style_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `box_weight_samples_of_dispatch` ON `box_weight_samples` (`dispatch_id`);--> statement-breakpoint
CREATE TABLE `confirmed_weights` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pick_id` integer,
	`employee_id` integer,
	`dispatch_id` integer,
	`order_id` integer NOT NULL,
	`expected_g` integer NOT NULL,
	`weight_g` integer NOT NULL,
	`confirmed_by` integer NOT NULL,
	`confirmed_at` text NOT NULL,
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dispatch_id`) REFERENCES `dispatches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "confirmed_weights_of_one" CHECK(("confirmed_weights"."pick_id" is null) = ("confirmed_weights"."employee_id" is null) and ("confirmed_weights"."pick_id" is null) = ("confirmed_weights"."dispatch_id" is not null)),
	CONSTRAINT "confirmed_weights_grams" CHECK("confirmed_weights"."expected_g" >= 1 and "confirmed_weights"."weight_g" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `confirmed_weights_of_bag` ON `confirmed_weights` (`pick_id`,`employee_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `confirmed_weights_of_dispatch` ON `confirmed_weights` (`dispatch_id`);--> statement-breakpoint
CREATE INDEX `confirmed_weights_newest` ON `confirmed_weights` (`confirmed_at`,`id`);--> statement-breakpoint
CREATE INDEX `confirmed_weights_of_order` ON `confirmed_weights` (`order_id`);--> statement-breakpoint
CREATE INDEX `confirmed_weights_of_wearer` ON `confirmed_weights` (`employee_id`);--> statement-breakpoint
CREATE INDEX `confirmed_weights_of_person` ON `confirmed_weights` (`confirmed_by`);