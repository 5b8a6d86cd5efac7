PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_purchase_order_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`purchase_order_id` integer NOT NULL,
	`product_id` integer,
	`qty_requested` integer DEFAULT 0 NOT NULL,
	`qty_received` integer DEFAULT 0 NOT NULL,
	`qty_cancelled` integer DEFAULT 0 NOT NULL,
	`unit_price` integer,
	`notes` text,
	`clothing_set_id` integer,
	`due_on` text,
	`is_open` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`purchase_order_id`) REFERENCES `purchase_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`clothing_set_id`) REFERENCES `clothing_sets`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "purchase_order_lines_qty" CHECK("__new_purchase_order_lines"."qty_requested" >= 0 and "__new_purchase_order_lines"."qty_received" >= 0 and "__new_purchase_order_lines"."unit_price" >= 0),
	CONSTRAINT "purchase_order_lines_cancelled" CHECK("__new_purchase_order_lines"."qty_cancelled" >= 0 and "__new_purchase_order_lines"."qty_cancelled" <= "__new_purchase_order_lines"."qty_requested"),
	CONSTRAINT "purchase_order_lines_open" CHECK(not "__new_purchase_order_lines"."is_open" or ("__new_purchase_order_lines"."product_id" is not null and "__new_purchase_order_lines"."unit_price" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_purchase_order_lines`("id", "purchase_order_id", "product_id", "qty_requested", "qty_received", "qty_cancelled", "unit_price", "notes", "clothing_set_id", "due_on", "is_open") SELECT "id", "purchase_order_id", "product_id", "qty_requested", "qty_received", 0, "unit_price", "notes", NULL, NULL, "is_open" FROM `purchase_order_lines`;--> statement-breakpoint
DROP TABLE `purchase_order_lines`;--> statement-breakpoint
ALTER TABLE `__new_purchase_order_lines` RENAME TO `purchase_order_lines`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `purchase_order_lines_by_order` ON `purchase_order_lines` (`purchase_order_id`);--> statement-breakpoint
CREATE INDEX `purchase_order_lines_coming` ON `purchase_order_lines` (`product_id`) WHERE "purchase_order_lines"."is_open";--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `delivery_address` text;--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `source` text;--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `approved_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `emailed_to` text;--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `sent_at` text;--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `chased_at` text;--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `cancelled_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `purchase_orders` ADD `closed_by` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `purchase_orders_by_time` ON `purchase_orders` (`created_at`,`id`);