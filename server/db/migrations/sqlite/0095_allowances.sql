CREATE TABLE `allowance_grants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`allowance_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`granted_on` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`granted_by` integer NOT NULL,
	`order_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`allowance_id`) REFERENCES `allowances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`granted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "allowance_grants_amount" CHECK("allowance_grants"."amount" > 0)
);--> statement-breakpoint
CREATE INDEX `allowance_grants_by_user` ON `allowance_grants` (`user_id`,`allowance_id`);--> statement-breakpoint
CREATE INDEX `allowance_grants_by_granter` ON `allowance_grants` (`granted_by`);--> statement-breakpoint
CREATE UNIQUE INDEX `allowance_grants_of_order` ON `allowance_grants` (`order_id`,`allowance_id`,`user_id`) WHERE "allowance_grants"."order_id" is not null;--> statement-breakpoint
CREATE TABLE `allowance_locks` (
	`user_id` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `allowance_versions` (
	`allowance_id` integer NOT NULL,
	`version` integer NOT NULL,
	`terms` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`allowance_id`, `version`),
	FOREIGN KEY (`allowance_id`) REFERENCES `allowances`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `allowances` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`employee_role_id` integer,
	`user_id` integer,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`ended_on` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`employee_role_id`) REFERENCES `employee_roles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "allowances_of_one" CHECK(("allowances"."employee_role_id" is null) <> ("allowances"."user_id" is null))
);--> statement-breakpoint
CREATE INDEX `allowances_by_account` ON `allowances` (`account_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `allowances_by_role` ON `allowances` (`employee_role_id`) WHERE "allowances"."employee_role_id" is not null;--> statement-breakpoint
CREATE INDEX `allowances_by_user` ON `allowances` (`user_id`) WHERE "allowances"."user_id" is not null;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `unit_points` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `excess_reason` text;--> statement-breakpoint
ALTER TABLE `products` ADD `points` integer CONSTRAINT "products_points" CHECK("points" >= 0);--> statement-breakpoint
ALTER TABLE `users` ADD `allowance_percent` integer DEFAULT 100 NOT NULL CONSTRAINT "users_allowance_percent" CHECK("allowance_percent" between 1 and 100);
