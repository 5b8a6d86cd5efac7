CREATE TABLE `bags` (
	`pick_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`label_printed_at` text,
	`label_printed_by` integer,
	`v` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`pick_id`, `employee_id`),
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`label_printed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bags_by_v` ON `bags` (`v`);--> statement-breakpoint
CREATE TABLE `sync_failures` (
	`m` text PRIMARY KEY NOT NULL,
	`error` text NOT NULL,
	`attempts` integer NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sync_losses` (
	`m` text PRIMARY KEY NOT NULL,
	`device` text NOT NULL,
	`lost_device` text NOT NULL,
	`n` integer NOT NULL,
	`since` text,
	`bearer_id` integer,
	`at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` integer,
	FOREIGN KEY (`device`) REFERENCES `sync_devices`(`device`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bearer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sync_losses_once` ON `sync_losses` (`device`,`lost_device`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_count_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`m` text NOT NULL,
	`product_id` integer NOT NULL,
	`pick_line_id` integer,
	`qty` integer,
	`requested_by` integer,
	`device` text,
	`created_at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` integer,
	`choice` text,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "count_requests_qty" CHECK("__new_count_requests"."qty" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_count_requests`("id", "m", "product_id", "pick_line_id", "qty", "requested_by", "device", "created_at", "resolved_at", "resolved_by", "choice") SELECT "id", "m", "product_id", "pick_line_id", "qty", "requested_by", "device", "created_at", "resolved_at", "resolved_by", "choice" FROM `count_requests`;--> statement-breakpoint
DROP TABLE `count_requests`;--> statement-breakpoint
ALTER TABLE `__new_count_requests` RENAME TO `count_requests`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `count_requests_m_unique` ON `count_requests` (`m`);--> statement-breakpoint
CREATE INDEX `count_requests_open` ON `count_requests` (`id`) WHERE "count_requests"."resolved_at" is null;--> statement-breakpoint
ALTER TABLE `sync_clock` ADD `forgotten_v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sync_device_users` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sync_devices` ADD `v` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sync_outcomes` ADD `fact_version` integer;--> statement-breakpoint
CREATE INDEX `sync_outcomes_by_root` ON `sync_outcomes` (`root_m`) WHERE "sync_outcomes"."root_m" is not null;