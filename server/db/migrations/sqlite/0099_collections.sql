CREATE TABLE `collection_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`collection_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`qty_expected` integer NOT NULL,
	`qty_restocked` integer DEFAULT 0 NOT NULL,
	`qty_written_off` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "collection_lines_qty" CHECK("collection_lines"."qty_expected" > 0 and "collection_lines"."qty_restocked" >= 0 and "collection_lines"."qty_written_off" >= 0 and "collection_lines"."qty_restocked" + "collection_lines"."qty_written_off" <= "collection_lines"."qty_expected")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collection_lines_once` ON `collection_lines` (`collection_id`,`order_line_id`);--> statement-breakpoint
CREATE INDEX `collection_lines_by_line` ON `collection_lines` (`order_line_id`);--> statement-breakpoint
CREATE INDEX `collection_lines_by_product` ON `collection_lines` (`product_id`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`employee_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`closed_at` text,
	`closed_by` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`v` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "collections_closed" CHECK(("collections"."closed_at" is null) = ("collections"."closed_by" is null))
);
--> statement-breakpoint
CREATE INDEX `collections_by_employee` ON `collections` (`employee_id`,`id`);--> statement-breakpoint
CREATE INDEX `collections_by_account` ON `collections` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `collections_open` ON `collections` (`id`) WHERE "collections"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `collections_by_v` ON `collections` (`v`);--> statement-breakpoint
ALTER TABLE `returns` ADD `collection_id` integer REFERENCES collections(id);--> statement-breakpoint
CREATE INDEX `returns_by_collection` ON `returns` (`collection_id`) WHERE "returns"."collection_id" is not null;--> statement-breakpoint
CREATE TRIGGER collections_stamp_new AFTER INSERT ON collections BEGIN
  UPDATE collections SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER collections_stamp AFTER UPDATE OF version, closed_at ON collections BEGIN
  UPDATE collections SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
