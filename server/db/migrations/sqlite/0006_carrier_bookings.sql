ALTER TABLE `dispatches` ADD `booking_round` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `dispatches` ADD `asked_at` text;--> statement-breakpoint
ALTER TABLE `dispatches` ADD `asking_until` text;