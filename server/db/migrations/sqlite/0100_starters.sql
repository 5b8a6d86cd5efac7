CREATE TABLE `starters` (
	`user_id` integer NOT NULL,
	`employee_role_id` integer NOT NULL,
	`is_ordered` integer DEFAULT false NOT NULL,
	`asked_at` text,
	`order_id` integer,
	`outcome` text,
	`reason` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `employee_role_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_role_id`) REFERENCES `employee_roles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "starters_outcome" CHECK("starters"."outcome" in ('submitted', 'needs_approval', 'blocked'))
);
--> statement-breakpoint
CREATE INDEX `starters_by_role` ON `starters` (`employee_role_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `starters_by_order` ON `starters` (`order_id`) WHERE "starters"."order_id" is not null;--> statement-breakpoint
CREATE TABLE `kit_size_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`requester_id` integer NOT NULL,
	`lines` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requester_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kit_size_links_token_hash_unique` ON `kit_size_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `kit_size_links_by_account` ON `kit_size_links` (`account_id`);--> statement-breakpoint
CREATE INDEX `kit_size_links_by_employee` ON `kit_size_links` (`employee_id`);--> statement-breakpoint
CREATE INDEX `kit_size_links_by_requester` ON `kit_size_links` (`requester_id`);--> statement-breakpoint
CREATE INDEX `kit_size_links_by_age` ON `kit_size_links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `starter_kit` text DEFAULT 'off' NOT NULL CONSTRAINT "accounts_starter_kit" CHECK("starter_kit" in ('off', 'ask', 'order'));--> statement-breakpoint
ALTER TABLE `accounts` ADD `starter_kit_by` integer REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `accounts` ADD `dispatch_days` integer DEFAULT 2 NOT NULL CONSTRAINT "accounts_dispatch_days" CHECK("dispatch_days" between 0 and 30);--> statement-breakpoint
CREATE INDEX `accounts_by_starter_kit_by` ON `accounts` (`starter_kit_by`) WHERE "accounts"."starter_kit_by" is not null;--> statement-breakpoint
CREATE INDEX `users_by_first_day` ON `users` (`account_id`,`started_on`,`name_key`,`id`) WHERE "users"."started_on" is not null and "users"."deleted_at" is null;