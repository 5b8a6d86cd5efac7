CREATE TABLE `supplier_return_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`supplier_return_id` integer NOT NULL,
	`product_id` integer,
	`qty_requested` integer DEFAULT 0 NOT NULL,
	`reason` text,
	FOREIGN KEY (`supplier_return_id`) REFERENCES `supplier_returns`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "supplier_return_lines_qty" CHECK("supplier_return_lines"."qty_requested" >= 0),
	CONSTRAINT "supplier_return_lines_reason" CHECK(length("supplier_return_lines"."reason") <= 200)
);
--> statement-breakpoint
CREATE INDEX `supplier_return_lines_by_return` ON `supplier_return_lines` (`supplier_return_id`);--> statement-breakpoint
CREATE TABLE `supplier_returns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`supplier_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`approver_id` integer,
	`email` integer DEFAULT false NOT NULL,
	`emailed_to` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`approved_at` text,
	FOREIGN KEY (`supplier_id`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `supplier_returns_by_supplier` ON `supplier_returns` (`supplier_id`);--> statement-breakpoint
ALTER TABLE `return_lines` ADD `exchange_product_id` integer REFERENCES products(id);--> statement-breakpoint
ALTER TABLE `returns` ADD `exchange_order_id` integer REFERENCES orders(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `returns_by_exchange` ON `returns` (`exchange_order_id`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `attachment` text;