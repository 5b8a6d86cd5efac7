CREATE TABLE `receipt_put_aways` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`receipt_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`bin` text,
	`tote` text,
	`order_line_id` integer,
	`qty` integer DEFAULT 0 NOT NULL,
	`device` text NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_put_aways_qty" CHECK("receipt_put_aways"."qty" >= 0),
	CONSTRAINT "receipt_put_aways_place" CHECK(("receipt_put_aways"."bin" is null) <> ("receipt_put_aways"."tote" is null) and ("receipt_put_aways"."tote" is null) = ("receipt_put_aways"."order_line_id" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_put_aways_bin_once` ON `receipt_put_aways` (`receipt_id`,`product_id`,`bin`) WHERE "receipt_put_aways"."bin" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_put_aways_tote_once` ON `receipt_put_aways` (`receipt_id`,`product_id`,`tote`,`order_line_id`) WHERE "receipt_put_aways"."tote" is not null;--> statement-breakpoint
CREATE INDEX `receipt_put_aways_by_order_line` ON `receipt_put_aways` (`order_line_id`) WHERE "receipt_put_aways"."order_line_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_tote_once` ON `orders` (`tote`) WHERE "orders"."tote" is not null;--> statement-breakpoint
CREATE TRIGGER receipt_put_aways_stamp_new AFTER INSERT ON receipt_put_aways BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_put_aways_stamp AFTER UPDATE ON receipt_put_aways BEGIN
  UPDATE receipts SET v = (SELECT v FROM sync_clock) WHERE id = NEW.receipt_id;
END;
