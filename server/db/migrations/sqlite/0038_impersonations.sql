CREATE TABLE `impersonations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer,
	`user_id` integer NOT NULL,
	`impersonator_id` integer NOT NULL,
	`reason` text NOT NULL,
	`began_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`impersonator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `impersonations_by_session` ON `impersonations` (`session_id`);--> statement-breakpoint
CREATE INDEX `impersonations_open` ON `impersonations` (`expires_at`) WHERE "impersonations"."ended_at" is null;