CREATE TABLE `bag_items` (
	`pick_line_id` integer PRIMARY KEY NOT NULL,
	`pick_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`qty` integer NOT NULL,
	FOREIGN KEY (`pick_line_id`) REFERENCES `pick_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bag_items_qty" CHECK("bag_items"."qty" >= 1)
);
--> statement-breakpoint
CREATE INDEX `bag_items_of_bag` ON `bag_items` (`pick_id`,`employee_id`);--> statement-breakpoint
CREATE INDEX `bag_items_of_wearer` ON `bag_items` (`employee_id`);--> statement-breakpoint
CREATE INDEX `bag_items_by_product` ON `bag_items` (`product_id`);--> statement-breakpoint
CREATE TABLE `weight_samples` (
	`product_id` integer NOT NULL,
	`style_id` integer NOT NULL,
	`pick_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`grams` real NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`product_id`, `pick_id`, `employee_id`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`style_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "weight_samples_grams" CHECK("weight_samples"."grams" > 0)
);
--> statement-breakpoint
CREATE INDEX `weight_samples_by_style` ON `weight_samples` (`style_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `weight_samples_of_bag` ON `weight_samples` (`pick_id`,`employee_id`);--> statement-breakpoint
CREATE INDEX `weight_samples_of_wearer` ON `weight_samples` (`employee_id`);--> statement-breakpoint
ALTER TABLE `products` ADD `weight_g` integer CONSTRAINT "products_weight" CHECK(`weight_g` >= 1);--> statement-breakpoint
ALTER TABLE `products` ADD `weight_deviation_g` integer CONSTRAINT "products_weight_deviation" CHECK(`weight_deviation_g` >= 0);--> statement-breakpoint
ALTER TABLE `bags` ADD `weight_g` integer CONSTRAINT "bags_weight" CHECK(`weight_g` >= 1);--> statement-breakpoint
-- A tablet knows what each of its SKUs weighs. A SKU without a weight of its own has that of its style.
CREATE TRIGGER products_stamp_weight AFTER UPDATE OF weight_g, weight_deviation_g ON products WHEN OLD.weight_g IS NOT NEW.weight_g OR OLD.weight_deviation_g IS NOT NEW.weight_deviation_g BEGIN
  UPDATE products SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id OR (parent_id = NEW.id AND weight_g IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER bags_stamp_weight AFTER UPDATE OF weight_g ON bags BEGIN
  UPDATE bags SET v = (SELECT v FROM sync_clock) WHERE pick_id = NEW.pick_id AND employee_id = NEW.employee_id;
END;
