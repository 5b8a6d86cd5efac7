CREATE TABLE `allocation_run_lines` (
	`run_id` integer NOT NULL,
	`order_line_id` integer DEFAULT 0 NOT NULL,
	`order_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`qty_missing` integer NOT NULL,
	`qty_added` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`qty_coming` integer DEFAULT 0 NOT NULL,
	`coming_on` text,
	`coming_due` text,
	PRIMARY KEY(`run_id`, `order_line_id`),
	FOREIGN KEY (`run_id`) REFERENCES `allocation_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `allocation_run_lines_by_order` ON `allocation_run_lines` (`order_id`,`run_id`);--> statement-breakpoint
CREATE TABLE `allocation_run_orders` (
	`run_id` integer NOT NULL,
	`position` integer NOT NULL,
	`order_id` integer NOT NULL,
	`outcome` text,
	`reason` text,
	`qty_added` integer DEFAULT 0 NOT NULL,
	`qty_short` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`run_id`, `position`),
	FOREIGN KEY (`run_id`) REFERENCES `allocation_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `allocation_run_orders_by_order` ON `allocation_run_orders` (`order_id`,`run_id`);--> statement-breakpoint
CREATE TABLE `allocation_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule` text NOT NULL,
	`is_preview` integer DEFAULT false NOT NULL,
	`preview_id` integer,
	`state` text DEFAULT 'waiting' NOT NULL,
	`account_id` integer,
	`product_ids` text,
	`created_by` integer,
	`created_at` text NOT NULL,
	`started_at` text,
	`moved_at` text,
	`ended_at` text,
	`is_stopping` integer DEFAULT false NOT NULL,
	`pass` integer DEFAULT 1 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`orders_total` integer DEFAULT 0 NOT NULL,
	`orders_done` integer DEFAULT 0 NOT NULL,
	`orders_full` integer DEFAULT 0 NOT NULL,
	`orders_part` integer DEFAULT 0 NOT NULL,
	`orders_none` integer DEFAULT 0 NOT NULL,
	`orders_left_out` integer DEFAULT 0 NOT NULL,
	`qty_added` integer DEFAULT 0 NOT NULL,
	`qty_short` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "allocation_runs_state" CHECK("allocation_runs"."state" in ('waiting', 'running', 'done', 'stopped')),
	CONSTRAINT "allocation_runs_ended" CHECK(("allocation_runs"."ended_at" is not null) = ("allocation_runs"."state" in ('done', 'stopped')))
);
--> statement-breakpoint
CREATE INDEX `allocation_runs_newest` ON `allocation_runs` (`id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `required_on` text;