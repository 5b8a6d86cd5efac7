CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL,
	`ends_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_by_end` ON `attempts` (`ends_at`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_token_hash_unique` ON `email_changes` (`token_hash`);--> statement-breakpoint
CREATE TABLE `totps` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`last_step` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `parent_id` integer REFERENCES sessions(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `sessions_by_parent` ON `sessions` (`parent_id`);--> statement-breakpoint
-- Sessions of supers who act as somebody else name their own session from now on; those without one end.
DELETE FROM `sessions` WHERE `impersonator_id` IS NOT NULL;
