CREATE TABLE `product_bins` (
	`product_id` integer NOT NULL,
	`bin` text NOT NULL,
	`qty` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`product_id`, `bin`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "product_bins_qty" CHECK("product_bins"."qty" >= 0),
	CONSTRAINT "product_bins_bin" CHECK(length("product_bins"."bin") > 0)
);
--> statement-breakpoint
CREATE INDEX `product_bins_by_bin` ON `product_bins` (`bin`);--> statement-breakpoint
CREATE TABLE `receipt_allocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`receipt_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`qty` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_allocations_qty" CHECK("receipt_allocations"."qty" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_allocations_once` ON `receipt_allocations` (`receipt_id`,`product_id`,`order_line_id`);--> statement-breakpoint
CREATE INDEX `receipt_allocations_by_order_line` ON `receipt_allocations` (`order_line_id`);--> statement-breakpoint
CREATE TABLE `receipt_discrepancies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`m` text NOT NULL,
	`receipt_line_id` integer NOT NULL,
	`kind` text NOT NULL,
	`qty` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` integer,
	`choice` text,
	FOREIGN KEY (`receipt_line_id`) REFERENCES `receipt_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_discrepancies_kind" CHECK("receipt_discrepancies"."kind" in ('over_receipt', 'line_cancelled', 'order_cancelled', 'order_closed', 'no_order')),
	CONSTRAINT "receipt_discrepancies_qty" CHECK("receipt_discrepancies"."qty" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_discrepancies_m_unique` ON `receipt_discrepancies` (`m`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_discrepancies_receipt_line_id_unique` ON `receipt_discrepancies` (`receipt_line_id`);--> statement-breakpoint
CREATE INDEX `receipt_discrepancies_open` ON `receipt_discrepancies` (`id`) WHERE "receipt_discrepancies"."resolved_at" is null and "receipt_discrepancies"."qty" > 0;--> statement-breakpoint
CREATE TABLE `receipt_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`receipt_id` integer NOT NULL,
	`purchase_order_line_id` integer,
	`product_id` integer NOT NULL,
	`qty` integer DEFAULT 0 NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`purchase_order_line_id`) REFERENCES `purchase_order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_lines_qty" CHECK("receipt_lines"."qty" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_lines_once` ON `receipt_lines` (`receipt_id`,`purchase_order_line_id`,`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_lines_without_order_once` ON `receipt_lines` (`receipt_id`,`product_id`) WHERE "receipt_lines"."purchase_order_line_id" is null;--> statement-breakpoint
CREATE INDEX `receipt_lines_by_purchase_order_line` ON `receipt_lines` (`purchase_order_line_id`);--> statement-breakpoint
CREATE TABLE `receipt_set_asides` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`m` text NOT NULL,
	`receipt_id` integer NOT NULL,
	`product_id` integer,
	`code` text NOT NULL,
	`qty` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`notes` text,
	`created_by` integer,
	`created_at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` integer,
	`choice` text,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_set_asides_qty" CHECK("receipt_set_asides"."qty" >= 0),
	CONSTRAINT "receipt_set_asides_text" CHECK(length("receipt_set_asides"."code") > 0 and length("receipt_set_asides"."reason") > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_set_asides_m_unique` ON `receipt_set_asides` (`m`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_set_asides_once` ON `receipt_set_asides` (`receipt_id`,`code`,`reason`);--> statement-breakpoint
CREATE INDEX `receipt_set_asides_open` ON `receipt_set_asides` (`id`) WHERE "receipt_set_asides"."resolved_at" is null and "receipt_set_asides"."qty" > 0;--> statement-breakpoint
CREATE TABLE `receipts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`supplier_id` integer,
	`delivery_note_number` text,
	`device` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by` integer,
	`created_at` text NOT NULL,
	`reversed_at` text,
	`reversed_by` integer,
	`reverse_reason` text,
	FOREIGN KEY (`supplier_id`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reversed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipts_reversed" CHECK(("receipts"."reversed_at" is null) = ("receipts"."reverse_reason" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_uuid_unique` ON `receipts` (`uuid`);--> statement-breakpoint
CREATE INDEX `receipts_by_supplier` ON `receipts` (`supplier_id`,`id`);--> statement-breakpoint
CREATE INDEX `receipts_by_time` ON `receipts` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `stock_movements` ADD `receipt_id` integer;